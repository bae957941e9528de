import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessScopes } from './access-scopes.ts';
import { credentialsFor, EnvironmentError, readEnvironment } from './environment.ts';

const encryptionKey = Buffer.alloc(32, 7).toString('base64');
const complete = {
  ENCRYPTION_KEY: encryptionKey,
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
};

function messageFor(variables: Record<string, string>): string {
  try {
    readEnvironment(variables);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  throw new Error('The environment was accepted.');
}

it('asks for the scopes of shopify.app.toml', () => {
  const configuration = readFileSync(new URL('../shopify.app.toml', import.meta.url), 'utf8');
  const [, listed] = /^scopes = "(.*)"$/m.exec(configuration) ?? [];
  expect(listed).toBe(accessScopes.join(','));
});

describe('the environment', () => {
  it('has defaults for what may be left out or empty', () => {
    const environment = readEnvironment({
      ...complete,
      PORT: '',
      DATABASE_URL: '',
      DATA_DIR: ' ',
      LOCAL_PLATFORM_URL: '',
    });
    expect(environment).toMatchObject({
      dataDirectory: '.data',
      databaseUrl: undefined,
      localPlatformUrl: undefined,
      logLevel: 'info',
      port: 4000,
      apiPort: 4100,
      shopRequests: 60,
      appUrl: 'http://localhost:4000',
    });
    expect(environment.encryptionKeys).toEqual([Buffer.alloc(32, 7)]);
    expect(environment.shipStationUrl).toBe('https://ssapi.shipstation.com');
  });

  it('reads addresses and the credentials by shop', () => {
    const environment = readEnvironment({
      ...complete,
      LOCAL_ADMIN_URL: 'https://admin.localhost:4443/',
      SHOPIFY_APP_CREDENTIALS:
        '{"own.myshopify.com":{"apiKey":"own-key","apiSecret":"own-secret"}}',
    });
    expect(environment.localAdminUrl).toBe('https://admin.localhost:4443');
    expect(credentialsFor(environment, 'own.myshopify.com')?.apiKey).toBe('own-key');
    expect(credentialsFor(environment, 'other.myshopify.com')?.apiKey).toBe('key');
  });

  it('has several secrets, the newest first', () => {
    const own = { 'own.myshopify.com': { apiKey: 'own', apiSecret: 'own-newer,own-older' } };
    const environment = readEnvironment({
      ...complete,
      SHOPIFY_API_SECRET: 'newer, older',
      SHOPIFY_APP_CREDENTIALS: JSON.stringify(own),
    });
    const secretsOf = (shop: string) => credentialsFor(environment, shop)?.apiSecrets;
    expect(secretsOf('any.myshopify.com')).toEqual(['newer', 'older']);
    expect(secretsOf('own.myshopify.com')).toEqual(['own-newer', 'own-older']);
    expect(messageFor({ ...complete, SHOPIFY_API_SECRET: 'newer,' })).toContain(
      'SHOPIFY_API_SECRET must be one secret, or several with commas between',
    );
  });

  it('has several encryption keys, the newest first', () => {
    const list = [8, 7].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(', ');
    expect(readEnvironment({ ...complete, ENCRYPTION_KEY: list }).encryptionKeys).toEqual([
      Buffer.alloc(32, 8),
      Buffer.alloc(32, 7),
    ]);
  });

  it('may be without credentials: then every shop is refused', () => {
    const environment = readEnvironment({ ENCRYPTION_KEY: encryptionKey });
    expect(credentialsFor(environment, 'other.myshopify.com')).toBeUndefined();
  });

  it.each<[string, Record<string, string>, string]>([
    ['no encryption key', {}, 'ENCRYPTION_KEY must be set'],
    ['a short encryption key', { ENCRYPTION_KEY: 'c2hvcnQ=' }, 'exactly 32 bytes'],
    [
      'a short older encryption key',
      { ENCRYPTION_KEY: `${encryptionKey},c2hvcnQ=` },
      'exactly 32 bytes',
    ],
    ['a secret without its key', { ...complete, SHOPIFY_API_KEY: '' }, 'must be set together'],
    ['a bad address', { ...complete, SHOPIFY_APP_URL: 'nowhere' }, 'SHOPIFY_APP_URL must be a URL'],
    ['a bad port', { ...complete, API_PORT: 'http' }, 'API_PORT must be a port number'],
    [
      'no request for anybody',
      { ...complete, SHOP_REQUESTS: '0' },
      'SHOP_REQUESTS must be at least 1',
    ],
    ['a bad log level', { ...complete, LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [
      'a mail server of the web',
      { ...complete, SMTP_URL: 'https://user:hush@mail' },
      'SMTP_URL must be smtp',
    ],
    [
      'half a Twilio account',
      { ...complete, TWILIO_AUTH_TOKEN: 'hush' },
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together',
    ],
    [
      'a sender of texts that is no number',
      { ...complete, TWILIO_FROM: 'Beans' },
      'TWILIO_FROM must be a phone number',
    ],
    ['a bad email', { ...complete, SUPPORT_EMAIL: 'us' }, 'SUPPORT_EMAIL must be an email address'],
  ])('with %s is refused in one line', (_, variables, expected) => {
    const message = messageFor(variables);
    expect(message).toContain(expected);
    expect(message).not.toContain('hush');
    expect(message).not.toContain('\n');
  });

  it('names every variable at fault', () => {
    const message = messageFor({ PORT: 'many', SHOPIFY_APP_URL: 'nowhere' });
    for (const name of ['PORT', 'SHOPIFY_APP_URL', 'ENCRYPTION_KEY'])
      expect(message).toContain(name);
  });

  it.each(['{"x":{"apiSecret":"hush"}}', 'hush'])(
    'does not repeat the secrets of a bad credentials table',
    (table) => {
      const message = messageFor({ ...complete, SHOPIFY_APP_CREDENTIALS: table });
      expect(message).toContain('SHOPIFY_APP_CREDENTIALS must be JSON');
      expect(message).not.toContain('hush');
    },
  );
});
