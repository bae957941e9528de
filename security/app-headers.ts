import { describe, expect, it } from 'vitest';
import { endpoints, maximumWebhookBytes } from '#contract/endpoints.ts';
import { firstCrack, roastAndRitual } from '#services/subscription-api/testing/service-in-test.ts';
import type { AppInTest } from './app-in-test.ts';
import { documentQuery, userAgent } from './app-requests.ts';

type Kind = {
  what: string;
  status: number;
  /** `token` is a good session token of the shop. */
  ask: (token: string) => [path: string, init?: RequestInit];
  isDocument?: boolean;
  isFile?: boolean;
};

const browser = { headers: { 'User-Agent': userAgent } };
const inFrame =
  (path: string) =>
  (token: string): [string, RequestInit] => [
    `${path}?${documentQuery(firstCrack, token)}`,
    browser,
  ];
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const large = (bytes: number) => 'x'.repeat(bytes + 1);

/** Every kind of answer that the app gives. */
const kinds: readonly Kind[] = [
  { what: 'a screen', status: 200, ask: inFrame('/'), isDocument: true },
  { what: 'a screen that is not there', status: 404, ask: inFrame('/nowhere'), isDocument: true },
  {
    what: 'a screen whose id leads nowhere',
    status: 404,
    ask: inFrame('/shipping/1'),
    isDocument: true,
  },
  {
    what: 'the way to a token',
    status: 200,
    ask: inFrame('/auth/session-token'),
    isDocument: true,
  },
  { what: 'the login page', status: 200, ask: () => ['/auth/login', browser], isDocument: true },
  { what: 'a screen outside of the admin', status: 302, ask: () => ['/settings', browser] },
  {
    what: 'the portal without a session',
    status: 401,
    ask: () => ['/portal', browser],
    isDocument: true,
  },
  {
    what: 'a magic link',
    status: 200,
    ask: () => [`/portal/open?token=${'t'.repeat(43)}`, browser],
    isDocument: true,
  },
  {
    what: 'a post to the portal from another site',
    status: 403,
    ask: () => ['/portal/open', { method: 'POST', ...browser }],
    isDocument: true,
  },
  {
    what: 'data of a screen',
    status: 200,
    ask: (token) => ['/?index&_data=routes%2F_admin._index', { headers: bearer(token) }],
  },
  {
    what: 'data without a token, which leads to the login page',
    status: 204,
    ask: () => ['/?index&_data=routes%2F_admin._index'],
  },
  {
    what: 'a resource',
    status: 200,
    ask: (token) => ['/resources/settings/requested-scope', { headers: bearer(token) }],
  },
  {
    what: 'a refused resource',
    status: 401,
    ask: () => ['/resources/settings/requested-scope', { headers: bearer('a.b.c') }],
  },
  {
    what: 'a wrong method',
    status: 405,
    ask: (token) => ['/resources/magic-link', { method: 'DELETE', headers: bearer(token) }],
  },
  {
    what: 'an unsigned webhook',
    status: 401,
    ask: () => ['/webhooks', { method: 'POST', body: '{}', headers: { 'Content-Length': '2' } }],
  },
  {
    what: 'a form that is too large',
    status: 413,
    ask: () => ['/settings', { method: 'POST', body: large(1024 * 1024) }],
  },
  {
    what: 'a magic link that is too large',
    status: 413,
    ask: () => ['/portal/open', { method: 'POST', body: large(1024 * 1024) }],
  },
  {
    what: 'a webhook that is too large',
    status: 413,
    ask: () => ['/webhooks', { method: 'POST', body: large(maximumWebhookBytes) }],
  },
  {
    what: 'a picture that is too large',
    status: 413,
    ask: () => [
      '/resources/settings/picture',
      { method: 'POST', body: large(endpoints.uploadPicture.maximumBytes) },
    ],
  },
  {
    what: 'subscribers that are too many',
    status: 413,
    ask: () => [
      '/resources/customers/import/file',
      { method: 'POST', body: large(endpoints.importSubscribers.maximumBytes) },
    ],
  },
  { what: 'a file', status: 200, ask: () => ['/favicon.svg'], isFile: true },
  { what: 'the health check', status: 200, ask: () => ['/healthz'], isFile: true },
];

/** Headers of all kinds of answers. */
export function describeHeaders(appOf: () => AppInTest): void {
  describe('an answer', () => {
    const answerTo = async ({ ask }: Kind) => {
      const [path, init] = ask(await appOf().platform.sessionToken(firstCrack));
      return await appOf().request(path, init);
    };

    it.each(kinds)('that is $what is neither sniffed, kept nor told to others', async (kind) => {
      const answer = await answerTo(kind);
      const { headers, status } = answer;
      await answer.text();
      expect(status).toBe(kind.status);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toMatch(/^(no-referrer|same-origin)$/);
      expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      expect(headers.has('X-Frame-Options')).toBe(false);
      expect(headers.has('X-Powered-By')).toBe(false);
      expect(headers.has('Server')).toBe(false);
      if (!kind.isFile) expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.has('Content-Security-Policy')).toBe(kind.isDocument === true);
    });

    it.each(kinds.filter(({ isDocument }) => isDocument))(
      'that is $what runs scripts of this answer only, in frames of its admin only',
      async (kind) => {
        const [first, second] = [await answerTo(kind), await answerTo(kind)];
        const policy = first.headers.get('Content-Security-Policy') ?? '';
        const directives = policy.split('; ').map((directive) => directive.split(' ')[0]);
        // One header, each directive once: a browser that gets two takes what both of them allow.
        expect(policy).not.toContain(',');
        expect(new Set(directives).size).toBe(directives.length);
        const nonce = /script-src 'self' 'nonce-([^']{24})'/.exec(policy)?.[1] ?? 'none';
        expect(policy).not.toMatch(/script-src [^;]*unsafe/);
        expect(second.headers.get('Content-Security-Policy')).not.toContain(nonce);
        const html = await first.text();
        const scripts = html.match(/<script\b[^>]*>/g) ?? [];
        expect(scripts.length).toBeGreaterThan(0);
        expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
        expect(html).not.toMatch(/<[a-z]+ [^>]*\son[a-z]+=/);
        const [path] = kind.ask('');
        const frames = /frame-ancestors ([^;]*)/.exec(policy)?.[1];
        const isShops = path.includes('shop=');
        expect(frames).toBe(
          path.startsWith('/portal')
            ? "'none'"
            : `${isShops ? `https://${firstCrack} ` : ''}https://admin.shopify.com https://admin.localhost:4443`,
        );
        await second.text();
      },
    );

    it('that is a screen whose store is throttled says when to come again', async () => {
      const { platform, request } = appOf();
      const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '9' } } as const;
      platform.control.addFault({ ...fault, shop: roastAndRitual, times: 50 });
      const asked = documentQuery(roastAndRitual, await platform.sessionToken(roastAndRitual));
      const answer = await request(`/fixed-subscription?${asked}`, browser);
      platform.control.clearFaults();
      expect(await answer.text()).toContain('Too many requests. Please wait a moment');
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '9']);
    });

    it.each([
      'evil.example',
      'evil.example/.myshopify.com',
      "a.myshopify.com; script-src 'unsafe-inline'",
      'a.myshopify.com evil.example',
      '*.myshopify.com',
    ])('lets nobody into its policy by the name of a shop: %s', async (shop) => {
      const query = new URLSearchParams({ shop, embedded: '1' });
      const answer = await appOf().request(`/auth/login?${query}`, browser);
      await answer.text();
      expect(answer.headers.get('Content-Security-Policy')).toMatch(
        /frame-ancestors https:\/\/admin\.shopify\.com https:\/\/admin\.localhost:4443$/,
      );
    });
  });
}
