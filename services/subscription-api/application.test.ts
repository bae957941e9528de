import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { apiPrefix } from '#contract/endpoints.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { firstCrack, roastAndRitual } from './testing/service-in-test.ts';
import { usualDatabase } from './testing/temporary-database.ts';

describe.each(usualDatabase)('every request on %s', (kind) => {
  const service = serviceForSuite(kind);

  it.each([
    ['GET', '/vendor'],
    ['GET', '/proposed-vendor'],
    ['POST', '/proposed-vendor'],
    ['GET', '/subscription/selling-plan-group'],
    ['POST', '/subscription/selling-plan-group'],
    ['GET', '/subscription/selling-plan-group/1'],
    ['PATCH', '/subscription/selling-plan-group/1'],
    ['DELETE', '/subscription/selling-plan-group/1'],
    ['POST', '/subscription/selling-plan-group/variant'],
    ['DELETE', '/subscription/selling-plan-group/variant/1'],
    ['GET', '/delivery-profile'],
    ['GET', '/delivery-profile/1'],
    ['POST', '/delivery-profile'],
    ['PATCH', '/delivery-profile'],
    ['GET', '/unknown'],
  ])('%s %s needs a session token', async (method, path) => {
    expect(await service.request(`${apiPrefix}${path}`, { method })).toMatchObject({
      status: 401,
      body: { message: 'Failed to authorize request.' },
    });
  });

  it('is refused with a token that ran out', async () => {
    service.setClockOffset(75);
    expect(await service.call(roastAndRitual, 'GET', '/vendor')).toMatchObject({ status: 401 });
    service.setClockOffset(0);
  });

  it('has an id, the given one where it is one', async () => {
    const headers = { 'X-Request-Id': 'abc-123' };
    const given = await service.call(roastAndRitual, 'GET', '/vendor', { headers });
    expect(given.headers.get('X-Request-Id')).toBe('abc-123');
    expect(given.headers.get('Cache-Control')).toBe('no-store');
    const strange = { 'X-Request-Id': 'a b"c' };
    const made = await service.call(roastAndRitual, 'GET', '/vendor', { headers: strange });
    expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['GET', '/nowhere'],
    ['PUT', '/vendor'],
    ['DELETE', '/delivery-profile/1'],
  ])('%s %s is 404', async (method, path) => {
    expect(await service.call(roastAndRitual, method, path)).toMatchObject({
      status: 404,
      body: { message: 'There is nothing at this address.' },
    });
  });

  it('outside the prefix is 404 without a token', async () => {
    expect(await service.request('/elsewhere')).toMatchObject({ status: 404 });
  });

  const post = async (body: string, headers: Record<string, string> = {}) =>
    await service.request(`${apiPrefix}/proposed-vendor`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await service.platform.sessionToken(roastAndRitual)}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body,
    });

  it('must be JSON of a sane size', async () => {
    expect(await post('{')).toMatchObject({ status: 400 });
    expect(await post('"text"')).toMatchObject({ status: 422 });
    expect(await post('{}', { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
    const large = JSON.stringify({ name: 'a', email: 'b', notes: 'x'.repeat(300_000) });
    expect(await post(large)).toMatchObject({
      status: 413,
      body: { message: 'The request is too large.' },
    });
  });

  it('that fails unexpectedly says nothing of the insides', async () => {
    await service.database.execute(sql`alter table vendor rename to vendor_away`);
    const answer = await service.call(roastAndRitual, 'GET', '/vendor');
    await service.database.execute(sql`alter table vendor_away rename to vendor`);
    expect(answer).toMatchObject({ status: 500 });
    expect(answer.body).toEqual({
      message: 'Oops, something went wrong. Please try again later or contact support.',
    });
    expect(service.log()).toContain('request failed unexpectedly');
  });

  it.each([
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ])('of %s needs no token', async (path, status) => {
    expect(await service.request(path)).toMatchObject({ status: 200, body: { status } });
  });

  it('of /readyz says so where the database does not answer', async () => {
    vi.spyOn(service.database, 'execute').mockRejectedValueOnce(new Error('gone'));
    expect(await service.request('/readyz')).toMatchObject({ status: 503 });
    expect(await service.request('/readyz')).toMatchObject({ status: 200 });
  });

  it('beyond the limit of its shop is refused', async () => {
    const headers = { Authorization: `Bearer ${await service.platform.sessionToken(firstCrack)}` };
    const ask = async () => (await service.request(`${apiPrefix}/nowhere`, { headers })).status;
    // Time stands still, so that all requests count as simultaneous even on a busy machine.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    try {
      const statuses = new Set<number>();
      for (let asked = 0; asked < 360; asked += 1) statuses.add(await ask());
      expect([...statuses]).toEqual([404]);
      expect(await ask()).toBe(429);
    } finally {
      vi.useRealTimers();
    }
    expect((await service.call(roastAndRitual, 'GET', '/vendor')).status).toBe(200);
  });
});
