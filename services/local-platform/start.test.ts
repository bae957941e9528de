import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { apiKey, apiSecret, appUrl, shop, temporaryFolder } from './test-platform.ts';

// Each test starts processes that load the platform's whole schema.
vi.setConfig({ testTimeout: 60_000 });

const program = fileURLToPath(new URL('./start.ts', import.meta.url));
const readySchema = z.object({ ready: z.literal(true), adminUrl: z.url(), platformUrl: z.url() });

function run(folder: string, environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [program], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      DATA_DIR: folder,
      ADMIN_PORT: '0',
      APP_URL: appUrl,
      SHOPIFY_API_KEY: apiKey,
      SHOPIFY_API_SECRET: apiSecret,
      LOG_LEVEL: 'debug',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function ready(child: ChildProcess) {
  if (child.stdout === null) throw new Error('The process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    return readySchema.parse(JSON.parse(line));
  }
  throw new Error('The process ended before it was ready');
}

async function end(child: ChildProcess): Promise<unknown> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  return code;
}

/** Sends a request that trusts the platform's self-signed certificate. */
function getFromAdmin(
  adminUrl: string,
  path: string,
): Promise<{ status: number; body: string; subject: string | undefined }> {
  const { port } = new URL(adminUrl);
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        servername: 'admin.localhost',
        port,
        path,
        headers: { Host: `admin.localhost:${port}` },
        rejectUnauthorized: false,
      },
      (response) => {
        const names =
          'getPeerCertificate' in response.socket &&
          typeof response.socket.getPeerCertificate === 'function'
            ? z.object({ subjectaltname: z.string() }).parse(response.socket.getPeerCertificate())
                .subjectaltname
            : undefined;
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, body, subject: names }),
          reject,
        );
      },
    ).on('error', reject);
  });
}

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) =>
  await (
    await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  ).json();

async function tokenFrom(platformUrl: string) {
  const { sessionToken } = z
    .object({ sessionToken: z.string() })
    .parse(await post(`${platformUrl}/control/session-token`, { shop }));
  return z.object({ access_token: z.string() }).parse(
    await post(`${platformUrl}/${shop}/admin/oauth/access_token`, {
      client_id: apiKey,
      client_secret: apiSecret,
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: sessionToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      expiring: '1',
    }),
  ).access_token;
}

describe('the local platform as a process', () => {
  it('serves the admin by TLS and the backend to servers, logs no secret, and ends when told', async () => {
    const child = run(temporaryFolder());
    const logs = child.stderr === null ? Promise.resolve('') : text(child.stderr);
    const { adminUrl, platformUrl } = await ready(child);
    expect(adminUrl).toMatch(/^https:\/\/admin\.localhost:\d+$/);
    const stores = await getFromAdmin(adminUrl, '/internal/stores');
    expect(stores).toMatchObject({ status: 200, body: expect.stringContaining(shop) });
    expect(stores.subject).toBe('DNS:admin.localhost, DNS:localhost, IP Address:127.0.0.1');

    const token = await tokenFrom(platformUrl);
    const answer = await post(
      `${platformUrl}/${shop}/admin/api/2026-10/graphql.json?secret=in-the-query`,
      { query: '{ shop { name } }' },
      { 'X-Shopify-Access-Token': token },
    );
    expect(answer).toMatchObject({ data: { shop: { name: 'Roast & Ritual' } } });

    child.kill('SIGTERM');
    expect(await end(child)).toBe(0);
    const log = await logs;
    expect(log).toContain('/admin/oauth/access_token');
    for (const secret of [token, apiSecret, 'in-the-query', 'eyJ'])
      expect(log).not.toContain(secret);
  });

  it('keeps what it answered when it is killed, and the certificate too', async () => {
    const folder = temporaryFolder();
    const first = run(folder);
    const before = await ready(first);
    const token = await tokenFrom(before.platformUrl);
    const headers = { 'X-Shopify-Access-Token': token };
    const made = await post(
      `${before.platformUrl}/${shop}/admin/api/2026-10/graphql.json`,
      {
        query:
          'mutation { deliveryProfileCreate(profile: { name: "Kept" }) { profile { id } userErrors { message } } }',
      },
      headers,
    );
    expect(made).toMatchObject({ data: { deliveryProfileCreate: { userErrors: [] } } });
    first.kill('SIGKILL');
    await end(first);

    const second = run(folder);
    const after = await ready(second);
    const answer = await post(
      `${after.platformUrl}/${shop}/admin/api/2026-10/graphql.json`,
      { query: '{ deliveryProfiles(first: 9, reverse: true) { nodes { name } } }' },
      headers,
    );
    expect(answer).toMatchObject({
      data: { deliveryProfiles: { nodes: [{ name: 'Kept' }, {}, {}, {}] } },
    });
  });

  it.each<[string, (folder: string) => Promise<Record<string, string>>, RegExp]>([
    [
      'credentials are missing',
      async () => ({ SHOPIFY_API_KEY: '' }),
      /^The local platform can't start: SHOPIFY_API_KEY is empty\.\n$/,
    ],
    [
      'the port is taken',
      async () => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        onTestFinished(() => {
          server.close();
        });
        const address = server.address();
        return {
          ADMIN_PORT: String(typeof address === 'object' && address !== null ? address.port : 0),
        };
      },
      /^Port \d+ is taken\. Choose another with ADMIN_PORT\.\n$/,
    ],
    [
      'the folder is a file',
      async (folder) => {
        writeFileSync(join(folder, 'file'), '');
        return { DATA_DIR: join(folder, 'file') };
      },
      /^The data folder .* can't be written: .*\n$/,
    ],
  ])('ends with one clear line when %s', async (_, environmentOf, message) => {
    const folder = temporaryFolder();
    const child = run(folder, await environmentOf(folder));
    const logs = child.stderr === null ? Promise.resolve('') : text(child.stderr);
    expect(await end(child)).toBe(1);
    expect(await logs).toMatch(message);
  });
});
