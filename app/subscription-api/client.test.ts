import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { plain } from '#contract/endpoint.ts';
import type { Vendor } from '#contract/vendor.ts';
import { callsOf, createClient, type SubscriptionApiClient } from './client.ts';
import { InternalError } from './errors.ts';
import { createTransport, type TransportOptions } from './transport.ts';

function transportTo(fetch: TransportOptions['fetch']) {
  return createTransport({
    origin: 'http://api.test',
    sessionToken: 'a.b.c',
    clientId: 'the-key',
    fetch,
  });
}

function clientOf(answer: Response) {
  return createClient(transportTo(async () => answer));
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
    await expect(clientOf(answer).getVendor()).rejects.toBeInstanceOf(InternalError);
  });
});

it('takes a thing that is gone for one, and not for an API elsewhere', async () => {
  const gone = Response.json({ message: 'Delivery profile not found' }, { status: 404 });
  await expect(clientOf(gone).getDeliveryProfile({ id: '7' })).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
  });
});

describe('a call', () => {
  it('puts id, query, body and key where the endpoint has them', async () => {
    const asked: Request[] = [];
    const client = createClient(
      transportTo(async (request) => {
        asked.push(request);
        return Response.json({ changed: [], failed: [] });
      }),
    );
    await client.removeVariants({ id: '7/8', body: { variants: ['gid://shopify/A/1'] } });
    expect(asked[0]?.method).toBe('DELETE');
    expect(asked[0]?.url).toMatch(/selling-plan-group\/variant\/7%2F8$/);
    expect(await asked[0]?.json()).toEqual({ variants: ['gid://shopify/A/1'] });
  });

  it('answers nothing where the endpoint does', async () => {
    const answer = new Response(null, { status: 204 });
    await expect(clientOf(answer).deleteSellingPlanGroup({ id: '7' })).resolves.toBeUndefined();
  });

  it('passes a multipart body on as it came', async () => {
    const table = {
      uploadPicture: {
        ...plain,
        method: 'POST',
        path: '/upload/picture',
        body: z.object({ file: z.file() }),
        contentType: 'multipart/form-data',
        answer: z.object({ photo: z.string() }),
      },
    } as const;
    const calls = callsOf(
      table,
      transportTo(async (request) => {
        const file = (await request.formData()).get('file');
        return Response.json({ photo: file instanceof File ? await file.text() : 'no file' });
      }),
    );
    const posted = new FormData();
    posted.set('file', new File(['bytes'], 'bean.png'));
    const form = new Request('http://app.test/upload', { method: 'POST', body: posted });
    await expect(calls.uploadPicture({ form })).resolves.toEqual({ photo: 'bytes' });
  });
});

describe("a call's type", () => {
  it('is that of its endpoint', () => {
    type Client = SubscriptionApiClient;
    expectTypeOf<Parameters<Client['getVendor']>>().toEqualTypeOf<[given?: unknown]>();
    expectTypeOf<Parameters<Client['getDeliveryProfile']>[0]>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Client['createDeliveryProfile']>().toBeCallableWith({ body: { name: 'A' } });
    expectTypeOf<Client['updateDeliveryProfile']>()
      .parameter(0)
      .not.toHaveProperty('idempotencyKey');
    expectTypeOf<Client['getVendor']>().returns.resolves.toEqualTypeOf<Vendor | null>();
    // @ts-expect-error: a body is needed
    expectTypeOf<Client['createDeliveryProfile']>().toBeCallableWith({ idempotencyKey: 'a' });
  });
});
