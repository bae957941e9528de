import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { secureAnswer, securedAnswers, unstoredAnswers } from './answer-headers.ts';

async function headersOf(answer: Response, local = false, path = '/any'): Promise<Headers> {
  const site = new Hono();
  site.use(securedAnswers({ local }));
  site.use(unstoredAnswers);
  site.all('*', () => answer);
  const { headers } = await site.request(`https://app.test${path}`);
  return headers;
}

describe.each([
  ['data', () => Response.json({ secret: true })],
  ['a refusal', () => new Response(null, { status: 401 })],
  // Its headers cannot be changed.
  ['a redirect', () => Response.redirect('https://admin.shopify.com/store/a')],
  [
    'an answer that may be kept',
    () => new Response('x', { headers: { 'Cache-Control': 'public' } }),
  ],
])('%s', (_what, answer) => {
  it('is neither kept, nor sniffed, nor told to others', async () => {
    const headers = await headersOf(answer());
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

it('leaves framing to the Content-Security-Policy', async () => {
  expect((await headersOf(new Response())).has('x-frame-options')).toBe(false);
});

it('does not bind a local machine to https', async () => {
  expect((await headersOf(new Response(), true)).has('strict-transport-security')).toBe(false);
});

it.each([
  ['/portal', 'same-origin'],
  ['/portal/open', 'same-origin'],
  ['/portals', 'no-referrer'],
])('tells the address of %s to nobody else, and to its own pages: %s', async (path, policy) => {
  const { headers } = new Response();
  secureAnswer(headers, new URL(path, 'https://app.test'));
  for (const told of [headers, await headersOf(new Response(), false, path)]) {
    expect(told.get('referrer-policy')).toBe(policy);
  }
});
