import { beforeAll, describe, expect, it } from 'vitest';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

const cursorAt = (at: string, id: string) =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

describe.each(usualDatabase)('odd requests for orders and customers on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeAll(async () => {
    await service.call(roastAndRitual, 'GET', '/order');
    await service.settled();
  });
  const statusOf = async (path: string) => (await service.call(roastAndRitual, 'GET', path)).status;

  it.each(['%', '_', '\\', "'; drop table store_order; --", '😀', '#1001', '"', 'a'.repeat(255)])(
    'are answered where %j is searched',
    async (query) => {
      const search = `?query=${encodeURIComponent(query)}`;
      expect(await statusOf(`/order${search}`)).toBe(200);
      expect(await statusOf(`/customer${search}`)).toBe(200);
    },
  );

  it('are refused where what no database keeps is searched', async () => {
    expect(await statusOf('/order?query=%00')).toBe(400);
    expect(await statusOf('/customer?query=%00')).toBe(400);
  });

  it.each([
    ['before the calendar', cursorAt('0000-01-01T00:00:00Z', '1')],
    ['with an id of odd characters', cursorAt('2026-01-01T00:00:00Z', '\u0000')],
    ['of nothing', ''.padEnd(8, 'x')],
    ['of another kind', Buffer.from('[1,2,3]').toString('base64url')],
  ])('are refused with a cursor %s', async (_, cursor) => {
    for (const list of ['order', 'customer']) {
      for (const side of ['after', 'before']) {
        expect(await statusOf(`/${list}?${side}=${cursor}`)).toBe(400);
      }
    }
  });

  it('go on beyond either end with an empty page', async () => {
    for (const list of ['order', 'customer']) {
      const ends = [
        `after=${cursorAt('1999-01-01T00:00:00Z', '1')}`,
        `before=${cursorAt('2999-01-01T00:00:00Z', '1')}`,
      ];
      for (const end of ends) {
        const answer = await service.call(roastAndRitual, 'GET', `/${list}?${end}`);
        expect(answer).toMatchObject({ status: 200, body: { [`${list}s`]: [] } });
      }
    }
  });

  it.each(['%00', '%25', '1%2F2', `${'9'.repeat(300)}`, 'erased%20x'])(
    'find no customer by the id %s',
    async (id) => {
      expect(await statusOf(`/customer/${id}`)).toBe(404);
    },
  );
});
