import { describe, expect, it } from 'vitest';
import { portalPathSchema } from './magic-link.ts';
import { portalPath } from './portal-paths.ts';

describe('the path of a magic link', () => {
  it.each([
    '/',
    '/users',
    '/analytics',
    '/users/42',
    '/payouts-2026',
    '/analytics?from=2026-01-01&to=2026-01-30',
  ])('may be %s', (path) => {
    expect(portalPathSchema.parse(path)).toBe(path);
    const { origin, pathname, search } = new URL(`https://app.test${portalPath}${path}`);
    expect(origin).toBe('https://app.test');
    expect(pathname + search).toBe(`/portal${path}`);
  });

  it.each([
    ['nothing', ''],
    ['a relative path', 'users'],
    ['another host', '//evil.example'],
    ['another host after a page', '/users//evil.example'],
    ['another host by backslash', '/\\evil.example'],
    ['another host by encoded slashes', '/%2f%2fevil.example'],
    ['another host by a tab', '/\t/evil.example'],
    ['another host by a newline', '/\n/evil.example'],
    ['a newline at its end', '/users\n'],
    ['a null byte', '/users\0'],
    ['an address', 'https://evil.example/'],
    ['an address without slashes', 'https:evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['userinfo', '/@evil.example'],
    ['userinfo before the path', '@evil.example/'],
    ['steps upwards', '/portal/../..'],
    ['one step upwards', '/..'],
    ['encoded steps upwards', '/%2e%2e/settings'],
    ['doubly encoded steps upwards', '/%252e%252e'],
    ['steps upwards by full-width dots', '/．．/settings'],
    ['another host in a query', '/users?next=//evil.example'],
    ['a query that is none', '/users?'],
    ['a hash', '/users#//evil.example'],
    ['white space', '/ users'],
    ['another alphabet', '/usérs'],
    ['too many characters', `/${'a'.repeat(200)}`],
  ])('is never %s', (_, path) => {
    expect(portalPathSchema.safeParse(path).error?.issues[0]?.message).toBe(
      'This is not a page of the vendor portal',
    );
  });
});
