import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathId, plain } from '#contract/endpoint.ts';
import { endpointRoutes, type RequestVariables } from './endpoint-routes.ts';
import { sendFailure } from './failure.ts';

const table = {
  uploadPicture: {
    ...plain,
    method: 'POST',
    path: '/upload/picture',
    body: z.object({
      file: z.file().mime('image/png', 'File type must be an image'),
      caption: z.string().optional(),
    }),
    contentType: 'multipart/form-data',
    maximumBytes: 2000,
    answer: z.object({ photo: z.string() }),
    status: 201,
  },
  renameGroup: {
    ...plain,
    method: 'PATCH',
    path: '/group/:id',
    id: pathId('SellingPlanGroup'),
    query: z.object({ quietly: z.enum(['true', 'false']).optional() }),
    body: z.object({
      name: z.string().trim(),
      more: z.array(z.object({ deep: z.string() })).optional(),
    }),
    isOncePerKey: true,
    answer: z.object({ told: z.string() }),
  },
} as const;

const routes = endpointRoutes(
  table,
  {
    uploadPicture: async (actor, { body }) => ({
      photo: `${actor}: ${body.file.name}, ${await body.file.text()}, ${body.caption}`,
    }),
    renameGroup: async (_, { id, query, body, idempotencyKey }) => ({
      told: [id, query.quietly, body.name, idempotencyKey].join(' '),
    }),
  },
  () => 'a shop',
);
const api = new Hono<RequestVariables>();
api.use(async (context, next) => {
  context.set('logger', pino({ level: 'silent' }));
  await next();
});
api.route('/', routes);
api.onError(sendFailure);

const picture = new File(['bytes'], 'bean.png', { type: 'image/png' });

async function upload(fields: Record<string, string | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await api.request('/upload/picture', { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

describe('an upload', () => {
  it('reaches its handler as a file with its texts', async () => {
    expect(await upload({ file: picture, caption: 'A bean' })).toEqual({
      status: 201,
      body: { photo: 'a shop: bean.png, bytes, A bean' },
    });
  });

  it.each([
    ['of another type', { file: new File(['x'], 'a.txt', { type: 'text/plain' }) }, 422],
    ['that is no file', { file: 'bytes' }, 422],
    ['that is too large', { file: new File(['x'.repeat(3000)], 'a.png') }, 413],
  ])('%s is refused', async (_, fields, status) => {
    expect(await upload(fields)).toMatchObject({ status });
  });

  it('names the field that is wrong', async () => {
    const { body } = await upload({ file: new File(['x'], 'a.txt', { type: 'text/plain' }) });
    expect(body).toMatchObject({ fieldErrors: { file: ['File type must be an image'] } });
  });

  it.each([
    ['application/json', '{}', 415],
    ['multipart/form-data; boundary=x', 'no form', 400],
  ])('sent as %s is refused', async (contentType, body, status) => {
    const headers = { 'Content-Type': contentType };
    const response = await api.request('/upload/picture', { method: 'POST', body, headers });
    expect(response.status).toBe(status);
  });
});

describe('a request', () => {
  const rename = async (
    path: string,
    headers: Record<string, string> = {},
    body = '{"name":" House "}',
  ) => {
    const response = await api.request(path, {
      method: 'PATCH',
      body,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    });
    return { status: response.status, body: await response.json() };
  };

  it('reaches its handler read by its schemas', async () => {
    expect(await rename('/group/7?quietly=true', { 'Idempotency-Key': 'key-1' })).toEqual({
      status: 200,
      body: { told: 'gid://shopify/SellingPlanGroup/7 true House key-1' },
    });
  });

  it.each([
    ['an id that is none', '/group/x', {}, 404, 'Selling plan group not found'],
    ['an unknown query value', '/group/7?quietly=loud', {}, 400, /Invalid option/],
    ['an unusable key', '/group/7', { 'Idempotency-Key': 'a b' }, 400, /Idempotency-Key/],
  ])('with %s is refused', async (_, path, headers, status, message) => {
    const answer = await rename(path, headers);
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  });

  it.each([
    ['U+0000', '{"name":"a\\u0000b"}', ''],
    ['half of a pair', '{"name":"\\ud83d"}', ''],
    ['U+0000 somewhere deep', '{"name":"a","more":[{"deep":"\\u0000"}]}', ''],
    ['U+0000 in its query', '{"name":"a"}', '?quietly=%00'],
  ])('with text that no database keeps is refused: %s', async (_, body, search) => {
    expect(await rename(`/group/7${search}`, {}, body)).toEqual({
      status: 400,
      body: { message: 'The text has a character that cannot be kept.' },
    });
  });
});
