import { beforeEach, expect, it, vi } from 'vitest';
import { action } from './local.clock.ts';

type LocalEnvironment = { localPlatformUrl: string | undefined };
const { handOn, environment } = vi.hoisted(() => {
  const local: LocalEnvironment = { localPlatformUrl: undefined };
  return { handOn: vi.fn<(request: Request) => Promise<Response>>(), environment: local };
});
vi.mock('../subscription-api/embedded.server.ts', () => ({
  mountedSubscriptionApi: { origin: 'http://api.example', fetch: handOn },
}));
vi.mock('../environment.server.ts', () => ({ environment }));

beforeEach(() => {
  handOn.mockReset().mockImplementation(async (request) => {
    const { pathname } = new URL(request.url);
    const hmac = request.headers.get('X-Shopify-Hmac-Sha256');
    return Response.json({ pathname, hmac, body: await request.text() });
  });
});

const tell = () => {
  const init = { method: 'POST', body: '{}', headers: { 'X-Shopify-Hmac-Sha256': 'signed' } };
  const request = new Request('http://app.example/local/clock', init);
  return action({ request, params: {}, context: {} });
};

it('the time that the local platform says is handed on as it came', async () => {
  environment.localPlatformUrl = 'http://localhost:4200';
  const handed = { pathname: '/local/clock', hmac: 'signed', body: '{}' };
  expect(await (await tell()).json()).toEqual(handed);
});

it('outside local mode nothing is handed on', async () => {
  environment.localPlatformUrl = undefined;
  expect((await tell()).status).toBe(404);
  expect(handOn).not.toHaveBeenCalled();
});
