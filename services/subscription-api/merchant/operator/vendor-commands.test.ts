import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveProposedVendor } from '../../shop/proposed-vendor.ts';
import { findVendor } from '../../shop/vendor.ts';
import { type OpenDatabase, openDatabase } from '../../store/database.ts';
import {
  createTemporaryDatabase,
  databases,
  type TemporaryDatabase,
} from '../../testing/temporary-database.ts';
import { parseVendorCommand, runVendorCommand, type VendorCommand } from './vendor-commands.ts';

const shop = 'first-crack.myshopify.com';
const now = new Date('2026-03-02T09:00:00Z');

describe.each(databases)('what an operator decides on %s', (kind) => {
  let place: TemporaryDatabase;
  let opened: OpenDatabase;
  const carryOut = (order: VendorCommand) =>
    runVendorCommand({ database: opened.database, jobs: { async send() {} } }, order, now);
  const statusNow = async () => (await findVendor(opened.database, shop))?.status;

  beforeAll(async () => {
    place = await createTemporaryDatabase(kind);
    opened = await openDatabase({
      databaseUrl: place.databaseUrl,
      folder: `${place.dataDirectory}/database`,
    });
  });
  afterAll(async () => {
    await opened.close();
    await place.remove();
  });

  it('has nobody to decide about at first', async () => {
    expect(await carryOut({ action: 'list' })).toEqual({
      done: true,
      lines: ['No shop has come to Cadence yet.'],
    });
  });

  it('approves and suspends who signed up, and keeps a terminal safe from their texts', async () => {
    const signUp = { name: 'Ada\u001b[31m', email: 'ada@example.com', notes: '' };
    await saveProposedVendor(opened.database, shop, signUp);
    const person = 'Ada [31m <ada@example.com>';
    expect((await carryOut({ action: 'list' })).lines).toEqual([`${shop}  proposed  ${person}`]);
    expect(await carryOut({ action: 'suspend', shop })).toEqual({
      done: false,
      lines: [`${shop} is no vendor yet: there is nothing to suspend.`],
    });
    expect(await carryOut({ action: 'approve', shop })).toMatchObject({ done: true });
    expect(await statusNow()).toBe('active');
    expect(await carryOut({ action: 'suspend', shop })).toMatchObject({ done: true });
    expect(await statusNow()).toBe('suspended');
    expect((await carryOut({ action: 'list' })).lines).toEqual([`${shop}  suspended  ${person}`]);
  });

  it('leaves the shipping notifications to the vendor’s own fulfillment, and takes them back', async () => {
    const isHandedOver = async () =>
      (await findVendor(opened.database, shop))?.shopifyManifest.handleFulfillmentWebhook;
    expect(await carryOut({ action: 'fulfillment-on', shop })).toMatchObject({ done: true });
    expect(await isHandedOver()).toBe(true);
    expect(await carryOut({ action: 'fulfillment-off', shop })).toMatchObject({ done: true });
    expect(await isHandedOver()).toBe(false);
    expect(await statusNow()).toBe('suspended');
  });

  it('opens the app for onboarding, and takes Selling Plans out of the menu and puts it back', async () => {
    const hasPlans = async () =>
      (await findVendor(opened.database, shop))?.shopifyManifest.simpleSubscription;
    expect(await carryOut({ action: 'onboarding', shop })).toMatchObject({ done: true });
    expect([await statusNow(), await hasPlans()]).toEqual(['onboarding', true]);
    expect(await carryOut({ action: 'plans-off', shop })).toMatchObject({ done: true });
    expect(await hasPlans()).toBe(false);
    expect(await carryOut({ action: 'approve', shop })).toMatchObject({ done: true });
    expect([await statusNow(), await hasPlans()]).toEqual(['active', false]);
    expect(await carryOut({ action: 'plans-on', shop })).toMatchObject({ done: true });
    expect(await hasPlans()).toBe(true);
  });

  it('refuses a shop that never came', async () => {
    const unknown = 'elsewhere.myshopify.com';
    expect(await carryOut({ action: 'approve', shop: unknown })).toMatchObject({ done: false });
    expect(await findVendor(opened.database, unknown)).toBeNull();
  });
});

it.each([
  [['list'], { action: 'list' }],
  [['approve', ` ${shop.toUpperCase()}`], { action: 'approve', shop }],
  [['suspend', shop], { action: 'suspend', shop }],
  [['onboarding', shop], { action: 'onboarding', shop }],
  [['plans-off', shop], { action: 'plans-off', shop }],
])('reads %j', (words, order) => {
  expect(parseVendorCommand(words).data).toEqual(order);
});

it.each([
  [['approve', 'first-crack'], /^Name the shop by its address/],
  [['approve', `${shop}/admin`], /^Name the shop by its address/],
  [['approve'], /^Name the shop/],
  [['delete', shop], /^Say what to do/],
  [['approve', shop, 'and-another.myshopify.com'], /^Say what to do/],
  [[], /^Say what to do/],
])('refuses %j', (words, message) => {
  expect(parseVendorCommand(words).error?.issues[0]?.message).toMatch(message);
});
