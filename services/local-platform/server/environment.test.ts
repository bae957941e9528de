import { describe, expect, it } from 'vitest';
import { accessScopes } from '#process/access-scopes.ts';
import { readEnvironment } from './environment.ts';

const needed = { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret' };

describe('readEnvironment', () => {
  it('has a default for everything but the credentials', () => {
    expect(readEnvironment(needed)).toMatchObject({
      ADMIN_PORT: 4443,
      PLATFORM_PORT: 0,
      DATA_DIR: '.data',
      APP_URL: 'http://localhost:4000',
      SCOPES: [...accessScopes],
      SHOPIFY_APP_CREDENTIALS: {},
    });
  });

  it('reads lists and tables', () => {
    const read = readEnvironment({
      ...needed,
      SCOPES: 'read_products, write_products',
      SHOPIFY_APP_CREDENTIALS: '{"first-crack.myshopify.com":{"apiKey":"a","apiSecret":"b"}}',
    });
    expect(read.SCOPES).toEqual(['read_products', 'write_products']);
    expect(read.SHOPIFY_APP_CREDENTIALS).toEqual({
      'first-crack.myshopify.com': { apiKey: 'a', apiSecret: 'b' },
    });
  });

  it.each<[Record<string, string>, string]>([
    [
      {},
      "The local platform can't start: SHOPIFY_API_KEY is missing; SHOPIFY_API_SECRET is missing.",
    ],
    [
      { ...needed, SHOPIFY_API_SECRET: '' },
      "The local platform can't start: SHOPIFY_API_SECRET is empty.",
    ],
    [
      { ...needed, ADMIN_PORT: 'x' },
      "The local platform can't start: ADMIN_PORT must be a port number.",
    ],
    [
      { ...needed, APP_URL: 'x' },
      "The local platform can't start: APP_URL must be the app's address.",
    ],
    [
      { ...needed, SHOPIFY_APP_CREDENTIALS: '{' },
      "The local platform can't start: SHOPIFY_APP_CREDENTIALS must be JSON.",
    ],
  ])('refuses %j in one line', (environment, message) => {
    expect(() => readEnvironment(environment)).toThrow(message);
  });
});
