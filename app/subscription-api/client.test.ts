import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { createTransport } from './transport.ts';

function clientOf(answer: Response) {
  return createClient(
    createTransport({
      origin: 'http://api.test',
      sessionToken: 'a.b.c',
      clientId: 'the-key',
      fetch: async () => answer,
    }),
  );
}

describe('getVendor', () => {
  it('is null where the API says that there is no vendor', async () => {
    await expect(clientOf(Response.json(null)).getVendor()).resolves.toBeNull();
  });

  it.each([
    ['a page that is not the API', new Response('<html>Not Found</html>', { status: 404 })],
    ['nothing at this address', Response.json({ message: 'No' }, { status: 404 })],
    ['an empty page', new Response('')],
  ])('fails where it finds %s', async (_, answer) => {
    await expect(clientOf(answer).getVendor()).rejects.toThrow();
  });
});
