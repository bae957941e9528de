import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import { howToSignIn } from '../portal/PortalErrorScreen.tsx';
import { keepPortalToken } from '../portal/portal-cookie.server.ts';
import { analyticsExample } from '../testing/analytics-example.ts';
import { loader as page } from './portal.analytics/route.tsx';
import { loader as file } from './portal.analytics_.csv.ts';

// The analytics page and its files with their client, and the subscription API's answers.

const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

beforeEach(() => {
  api.mockReset();
  api.mockImplementation(async () => Response.json(analyticsExample));
});

async function argsOf(path: string, isSignedIn = true) {
  const kept = (await keepPortalToken('t'.repeat(43))).getSetCookie();
  const [cookie = ''] = kept[0]?.split('; ') ?? [];
  const headers = new Headers(isSignedIn ? [['Cookie', cookie]] : []);
  const request = new Request(`https://cadence.example/portal/analytics${path}`, { headers });
  return { request, params: {}, context: {} };
}
const asked = () =>
  api.mock.calls.map(([{ url }]) => {
    const { pathname, search } = new URL(url);
    return pathname.replace('/api/integrations/shopify', '') + search;
  });
const pageSchema = z.object({
  days: z.number().optional(),
  shown: z.object({ from: z.string(), to: z.string() }),
  isCutShort: z.boolean(),
  errors: z.record(z.string(), z.string()),
});

describe('the analytics page', () => {
  const pageAt = async (search: string) =>
    pageSchema.parse(await (await page(await argsOf(search))).json());

  it.each(['', '?days=30', '?from=2026-11-03&to=2026-11-21'])(
    'asks for the range of %j',
    async (search) => {
      const answer = await pageAt(search);
      expect(asked()).toEqual([`/portal/analytics${search}`]);
      const shown = { from: '2026-11-03', to: '2026-11-21' };
      expect(answer).toMatchObject({ shown, isCutShort: false, errors: {} });
    },
  );

  it("knows a range that ends on the store's day by its length, and says that it goes no further", async () => {
    const to = '2031-03-09';
    const from = addDays(to, -29);
    const days = { from, to, today: to };
    api.mockImplementation(async () => Response.json({ ...analyticsExample, ...days }));
    expect(await pageAt(`?from=${from}&to=${to}`)).toMatchObject({ days: 30, isCutShort: false });
    expect(await pageAt(`?from=${from}&to=${addDays(to, 9)}`)).toMatchObject({
      shown: { from, to },
      isCutShort: true,
    });
  });

  it('says why it shows the year where a refusal names no field', async () => {
    const refusal = { message: 'These days can’t be counted.' };
    api.mockImplementationOnce(async () => Response.json(refusal, { status: 400 }));
    expect(await pageAt('?from=2026-11-03&to=2026-11-21')).toMatchObject({
      shown: { from: '2026-11-03', to: '2026-11-21' },
      errors: { from: refusal.message },
    });
  });

  it("shows the year beside days that the store's calendar does not have yet", async () => {
    const message = 'Please choose today or an earlier day';
    const refusal = { message, fieldErrors: { from: [message] } };
    api.mockImplementationOnce(async () => Response.json(refusal, { status: 400 }));
    expect(await pageAt('?from=2300-01-01')).toMatchObject({
      shown: { from: '2300-01-01', to: '' },
      errors: { from: message },
    });
    expect(asked()).toEqual(['/portal/analytics?from=2300-01-01', '/portal/analytics']);
  });

  it('says what is wrong with a number of days', async () => {
    expect((await pageAt('?days=0')).errors.from).toBe('Please ask for 1 to 731 days');
  });

  it('shows the year beside days that cannot be, which stay as they were typed', async () => {
    const search = '?from=2026-02-02&to=2026-02-01';
    const answer = pageSchema.parse(await (await page(await argsOf(search))).json());
    expect(asked()).toEqual(['/portal/analytics']);
    expect(answer).toMatchObject({
      shown: { from: '2026-02-02', to: '2026-02-01' },
      errors: { from: 'The first day can’t be after the last' },
    });
  });
});

describe('a file of the analytics', () => {
  it('has the numbers of one chart, for a spreadsheet', async () => {
    const range = 'from=2026-11-03&to=2026-11-21';
    const answer = await file(await argsOf(`/csv?report=revenue-by-plan&${range}`));
    expect(asked()).toEqual([`/portal/analytics?${range}`]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="revenue-by-plan-2026-11-03-to-2026-11-21.csv"',
      'cache-control': 'no-store',
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      'Plan,Orders,Subscribers,Revenue (USD)\r\nEvery week,1204,80,12345.6\r\nEvery month,80,21,980\r\n',
    );
  });

  it.each(['/csv', '/csv?report=everything', '/csv?report=retention&from=today'])(
    'is not at %s',
    async (path) => {
      await expect(file(await argsOf(path))).rejects.toMatchObject({ status: 404 });
      expect(asked()).toEqual([]);
    },
  );
});

describe.each(Object.entries({ page, file }))('without a session: %s', (_, loader) => {
  it('says nothing but how to sign in', async () => {
    const args = await argsOf('/csv?report=retention', false);
    const refusal = await loader(args).catch((thrown: unknown) => thrown);
    if (!(refusal instanceof Response)) throw new Error('It was answered.');
    expect(refusal.status).toBe(401);
    expect(await refusal.json()).toEqual({ message: `You are signed out. ${howToSignIn}` });
    expect(asked()).toEqual([]);
  });
});
