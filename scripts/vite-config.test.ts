import { afterEach, describe, expect, it, vi } from 'vitest';

async function configWith(environment: Record<string, string | undefined>) {
  for (const name of ['HOST', 'PORT', 'SHOPIFY_APP_URL']) {
    vi.stubEnv(name, environment[name]);
  }
  vi.resetModules();
  return (await import('../vite.config.ts')).default;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the development server', () => {
  it("takes the address of the platform's command line for the app's", async () => {
    const config = await configWith({
      HOST: 'https://some-words.trycloudflare.com',
      PORT: '51234',
    });
    expect(process.env.SHOPIFY_APP_URL).toBe('https://some-words.trycloudflare.com');
    expect(process.env.HOST).toBeUndefined();
    expect(config.server).toMatchObject({
      port: 51234,
      hmr: { protocol: 'wss', clientPort: 443 },
    });
  });

  it('keeps an address of its own', async () => {
    await configWith({ HOST: '0.0.0.0', SHOPIFY_APP_URL: 'https://cadence.example' });
    expect(process.env).toMatchObject({
      HOST: '0.0.0.0',
      SHOPIFY_APP_URL: 'https://cadence.example',
    });
  });

  it('reloads over its own port where there is no tunnel', async () => {
    const { server } = await configWith({ PORT: '4000' });
    expect(server).toMatchObject({ port: 4000, hmr: undefined });
    expect(process.env.SHOPIFY_APP_URL).toBeUndefined();
  });
});
