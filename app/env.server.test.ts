import { describe, expect, it } from 'vitest';
import { credentialFor, readEnvironment } from './env.server.ts';

describe('readEnvironment', () => {
  it('names every variable at fault in one line', () => {
    const read = () =>
      readEnvironment({ PORT: 'many', SHOPIFY_APP_URL: 'nowhere', SHOPIFY_APP_CREDENTIALS: '{' });
    expect(read).toThrow(/^The environment is not usable\. [^\n]+$/);
    for (const name of ['PORT', 'SHOPIFY_APP_URL', 'SHOPIFY_APP_CREDENTIALS']) {
      expect(read).toThrow(name);
    }
  });

  it('wants the secret with the key', () => {
    expect(() => readEnvironment({ SHOPIFY_API_KEY: 'key' })).toThrow('SHOPIFY_API_SECRET');
  });

  it('takes an empty variable for one that is not set', () => {
    const read = readEnvironment({ DATABASE_URL: '', PORT: '' });
    expect(read).toMatchObject({ PORT: 4000, appUrl: 'http://localhost:4000' });
    expect(read.DATABASE_URL).toBeUndefined();
  });
});

describe('credentialFor', () => {
  const own = { apiKey: 'own', apiSecret: 'own-secret' };
  const table = { 'one.myshopify.com': own };
  const from = { SHOPIFY_APP_CREDENTIALS: table, SHOPIFY_API_KEY: 'k', SHOPIFY_API_SECRET: 's' };

  it("prefers the shop's own key", () => {
    expect(credentialFor('one.myshopify.com', from)).toEqual(own);
  });

  it('falls back to the default', () => {
    expect(credentialFor('two.myshopify.com', from)).toEqual({ apiKey: 'k', apiSecret: 's' });
  });

  it('has none where none is configured', () => {
    expect(credentialFor('two.myshopify.com', { ...from, SHOPIFY_API_KEY: undefined })).toBe(
      undefined,
    );
  });
});
