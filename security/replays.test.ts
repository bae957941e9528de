import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nothing } from '#contract/endpoint.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { billingSettingsTable } from '#services/subscription-api/store/schema.ts';
import { png } from '#services/subscription-api/testing/example-pictures.ts';
import { magicLinkToken, openPortal } from '#services/subscription-api/testing/portal-in-test.ts';
import { serviceForSuite } from '#services/subscription-api/testing/service-for-suite.ts';
import { firstCrack } from '#services/subscription-api/testing/service-in-test.ts';
import { addressOf, everyEndpoint } from './every-endpoint.ts';
import { namingRequests, pathIds } from './foreign-ids.ts';
import { type FurnishedShop, furnish, roastDay } from './two-shops.ts';
import { platformFiles, rowsOfShop } from './whole-state.ts';

const writes = everyEndpoint.filter(({ endpoint }) => endpoint.method !== 'GET');
// The shop is furnished with the first.
const [, account] = shipStationAccounts;
const weekly = { interval: 'WEEK', intervalCount: 1 };

const elsewhere = new Map([
  [
    'createMagicLink',
    'the older link stays good for its five minutes; a token is not kept to be answered again',
  ],
  ['orderNow of a scale', 'merchant/scale/scale.test.ts: asked for twice, it is one order'],
  ['putOff of a mail', 'merchant/scale/scale.test.ts: the link is good for once'],
  ['unsubscribe of a mail', 'telling/parcel-notices.test.ts: clicked twice, it is told of once'],
  ['syncOrders', 'order-sync.test.ts: makes each order once, however often it is synced'],
  ['changeSyncRun', 'sync-runs.test.ts: each change done twice is the same as once'],
  ['prepareBulkChange', 'nothing is done by it: what nobody begins is forgotten a day later'],
  [
    'importSubscribers',
    'recurring/importing/importing.test.ts: a file sent twice is checked twice, and each line made once',
  ],
  ['decideBulkChange', 'recurring/bulk/bulk-change.test.ts: begun twice, each is done once'],
  [
    'changeSubscriptionContract',
    'recurring/contracts/change.test.ts: each is asked for twice, and the platform once',
  ],
]);

/** The second answer, for endpoints that don't repeat the first. */
const secondAnswers: Record<string, number> = {
  undoSettingChange: 409,
  disconnectIntegration: 204,
  // A token is shown once, so the second is told that the name is taken.
  createScale: 422,
  revokeScale: 404,
  deleteView: 404,
  deleteSellingPlanGroup: 404,
  'openPortalSession of the portal': 404,
  'endPortalSession of the portal': 404,
  'signOut of the portal': 401,
  'signOutEverywhere of the portal': 401,
};

describe('a form that is sent twice', () => {
  const service = serviceForSuite('PGlite');
  let ours: FurnishedShop;
  beforeAll(async () => {
    ours = await furnish(service, firstCrack);
  });

  /** Bodies for endpoints whose smallest valid body would change nothing. */
  const bodies: Record<string, () => object | Promise<object>> = {
    updateVendorSettings: () => ({ daysBeforeReminder: 5 }),
    updateNotifications: () => ({ settings: { customerProductUpdate: { email: false } } }),
    connectIntegration: () => ({ shipstation: account }),
    createSellingPlanGroup: () => ({ name: 'Twice', recurringPolicies: [weekly] }),
    updateSellingPlanGroup: () => ({
      name: 'Renamed',
      recurringPolicies: [
        { ...weekly, id: ours.has.globalIds.SellingPlan },
        { ...weekly, interval: 'MONTH' },
      ],
    }),
    createView: () => ({ name: 'Twice', search: 'status=PAUSED' }),
    changeView: () => ({
      ...{ name: 'Renamed', search: 'next=today' },
      ...{ seenName: `View of ${firstCrack}`, seenSearch: 'status=PAUSED' },
    }),
    createSyncRun: () => ({ orderIds: ['1'] }),
    changeBilling: async () => {
      await service.database.update(billingSettingsTable).set({ wentLiveAt: new Date() });
      return { change: 'stop' };
    },
    decideRecurringOrders: () => ({
      decision: 'leave',
      orders: [{ contract: ours.has.globalIds.SubscriptionContract?.split('/').at(-1), cycle: 1 }],
    }),
    updateRotation: () => ({ products: [], version: 1, price: 'product' }),
    updateRoastSettings: () => ({ lossPercent: 21 }),
    changeRoastDay: async () => ({ day: await roastDay(service, firstCrack), change: 'take back' }),
    runGraphql: () => ({ query: '{ shop { name } }' }),
    'openPortalSession of the portal': async () => ({
      token: await magicLinkToken(service, firstCrack),
      userAgent: 'a browser',
    }),
  };
  const ids: Record<string, () => string> = {
    disconnectIntegration: () => 'shipstation',
    revokeScale: () => ours.has.scale,
    changeView: () => ours.has.view,
    deleteView: () => ours.has.view,
  };

  /** Every stored row, without timestamps. */
  const state = async () => {
    await service.settled();
    const rows = Object.entries(await rowsOfShop(service, firstCrack)).map(([table, texts]) => [
      table,
      texts.map((text) => lasting(JSON.parse(text))),
    ]);
    const mails = service.platform.control.mails().length;
    return { rows, mails, platform: storesOf(platformFiles(service)) };
  };

  // Endpoints that delete come last.
  const inOrder = writes.toSorted(
    (one, other) => Number(takesAway(one.name)) - Number(takesAway(other.name)),
  );
  const cases = inOrder.filter(({ name }) => !elsewhere.has(name));

  it.each(cases)('has one effect: $name', async ({ name, access, endpoint }) => {
    const token =
      access === 'admin'
        ? await service.platform.sessionToken(firstCrack)
        : await openPortal(service, firstCrack);
    const [path, form] = [
      addressOf(endpoint, ids[name]?.() ?? pathIds(endpoint.id, ours.has, ours.has).own),
      bodies[name]?.() ?? namingRequests(endpoint.body, ours.has, ours.has).own,
    ];
    const content = await form;
    const send = () => {
      const headers = {
        Authorization: `Bearer ${token}`,
        [idempotencyKeyHeader]: name.replaceAll(' ', '-'),
      };
      const { method } = endpoint;
      if (endpoint.body === nothing) return service.request(path, { method, headers });
      if (endpoint.contentType === 'multipart/form-data') {
        const body = new FormData();
        body.set('file', new File([png()], 'logo.png'));
        return service.request(path, { method, headers, body });
      }
      const type = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(content);
      return service.request(path, { method, headers: { ...headers, ...type }, body });
    };
    const before = await state();
    const first = await send();
    const after = await state();
    const second = await send();
    expect(after.platform.size).toBeGreaterThan(100);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect(after).not.toEqual(before);
    expect(second.status).toBe(secondAnswers[name] ?? first.status);
    expect(await state()).toEqual(after);
  });
});

/** A row without when, and how often, it was written. */
function lasting(row: unknown): object {
  const values = Object.entries(z.record(z.string(), z.unknown()).parse(row));
  return Object.fromEntries(values.filter(([name]) => !/_at$|^version$/.test(name)));
}

const journalSchema = z.array(z.tuple([z.string(), z.unknown(), z.unknown()]));

/** What the platform has in the end, of all that its journals tell. */
function storesOf(files: Record<string, string>): Map<string, unknown> {
  const lines = Object.entries(files).flatMap(([file, text]) =>
    text
      .trim()
      .split('\n')
      .map((line) => ({ file, line })),
  );
  const kept = new Map<string, unknown>();
  for (const { file, line } of lines) {
    for (const [kind, id, value] of journalSchema.safeParse(JSON.parse(line)).data ?? []) {
      kept.set(`${file} ${kind} ${id}`, typeof value === 'object' ? lasting(value ?? {}) : value);
    }
  }
  return kept;
}

function takesAway(name: string): boolean {
  return /^(delete|disconnect|end|signOut)/.test(name);
}
