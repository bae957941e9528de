import { beforeEach, expect, it, vi } from 'vitest';
import { maximumWebhookBytes } from '#contract/endpoints.ts';
import { action } from './webhooks.ts';

const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

let received: number;
beforeEach(() => {
  received = 0;
  api.mockReset().mockImplementation(async (request) => {
    received = (await request.arrayBuffer()).byteLength;
    return new Response(null, { status: 200 });
  });
});

/** Sent in pieces, without saying how long it is. */
async function sendInPieces(bytes: number) {
  const piece = new Uint8Array(64 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = piece.subarray(0, bytes - sent);
      if (next.length === 0) return controller.close();
      sent += next.length;
      controller.enqueue(next);
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as const;
  const request = new Request('http://app.example/webhooks', init);
  const { status } = await action({ request, params: {}, context: {} });
  return { status, sent };
}

it('a webhook that comes in pieces is handed on whole, up to the bound', async () => {
  expect(await sendInPieces(maximumWebhookBytes)).toMatchObject({ status: 200 });
  expect(received).toBe(maximumWebhookBytes);
});

it('a larger one is refused, and read no further', async () => {
  const { status, sent } = await sendInPieces(30 * maximumWebhookBytes);
  expect(status).toBe(413);
  expect(sent).toBeLessThan(2 * maximumWebhookBytes);
  expect(api).not.toHaveBeenCalled();
});
