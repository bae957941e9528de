import { beforeEach, describe, expect, it } from 'vitest';
import type { SettingValue } from '#contract/setting-change.ts';
import { changedMeanwhile, settingsTag } from '#contract/settings-tag.ts';
import {
  type ListedChange,
  listedChangesSchema,
  updatedVendorSchema,
} from '#contract/vendor-settings.ts';
import { keepPicture } from '../../selling/picture/store.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { settingChangeTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';

const ownPicture = 'https://cdn.example.com/own.png';
const othersPicture = 'https://cdn.example.com/another-shops.png';

describe.each(databases)('settings on %s', (kind) => {
  const service = serviceForSuite(kind);
  const shop = roastAndRitual;
  const change = (body: object, of = shop) =>
    service.call(of, 'PATCH', '/vendor/settings', { body });
  const vendorOf = async (of = shop) =>
    bodyOf(await service.call(of, 'GET', '/vendor'), updatedVendorSchema);
  const historyOf = async (of = shop) =>
    bodyOf(await service.call(of, 'GET', '/vendor/settings/changes'), listedChangesSchema).changes;
  const undo = (change: ListedChange | undefined) =>
    service.call(shop, 'POST', '/vendor/settings/undo', { body: { id: change?.id } });

  beforeEach(async () => {
    service.platform.control.reset();
    const status = 'active' as const;
    await approveVendor(service.database, { shop, status, simpleSubscription: true });
    await change({ isVendorSyncDisabled: false });
    await change({ daysBeforeReminder: 3 });
    await change({ replyToEmail: null, useNoReply: false });
    await service.database.delete(settingChangeTable);
    await keepPicture(service.contextOf(shop), { fileId: '1', url: ownPicture });
    await keepPicture(service.contextOf(firstCrack), { fileId: '2', url: othersPicture });
  });

  it.each([
    [{ isVendorSyncDisabled: true }, { settings: { isVendorSyncDisabled: true } }],
    [{ isAccountPageEnabled: true }, { settings: { isAccountPageEnabled: true } }],
    [{ isNewWidgetEnabled: true }, { settings: { isNewWidgetEnabled: true } }],
    [{ img_url: ownPicture }, { img_url: ownPicture }],
    [{ img_url: null }, { img_url: null }],
    [{ replyToEmail: ' ada@example.com ' }, { replyToEmail: 'ada@example.com' }],
    [
      { replyToEmail: 'ada@example.com', useNoReply: true },
      { replyToEmail: 'ada@example.com', useNoReply: true },
    ],
    [{ daysBeforeReminder: 5 }, { daysBeforeReminder: 5 }],
  ])('are changed by %j, and answered and kept', async (body, expected) => {
    const answered = bodyOf(await change(body), updatedVendorSchema);
    expect(answered).toMatchObject(expected);
    expect(answered).not.toHaveProperty('manualThemeUpdateRequired');
    expect(await vendorOf()).toMatchObject(expected);
  });

  it.each([
    [{ isWidgetOn: true }, { isWidgetOn: ['Unrecognized key: "isWidgetOn"'] }],
    [{ apiKeyExists: true }, { apiKeyExists: ['Unrecognized key: "apiKeyExists"'] }],
    [{ isWidgetEnabled: 'yes' }, { isWidgetEnabled: ['Must be true or false'] }],
    [{ buttonColor: 'blue' }, { buttonColor: ['Must be a color such as #0632c2'] }],
    [{ img_url: 'javascript:alert(1)' }, { img_url: ['Must be the address of an image'] }],
    [{ img_url: othersPicture }, { img_url: ['Must be an image in the store’s own files'] }],
    [{ replyToEmail: 'ada@' }, { replyToEmail: ['Invalid Email'] }],
    [{ replyToEmail: 7, useNoReply: true }, { replyToEmail: ['Invalid Email'] }],
    [{ daysBeforeReminder: null }, { daysBeforeReminder: ['This can not be empty'] }],
    [{ daysBeforeReminder: 1.5 }, { daysBeforeReminder: ['Must be an integer'] }],
    [{ daysBeforeReminder: '3' }, { daysBeforeReminder: ['Must be an integer'] }],
    [{ daysBeforeReminder: 0 }, { daysBeforeReminder: ['Must be greater than 0'] }],
    [{ daysBeforeReminder: 39 }, { daysBeforeReminder: ['Must be at most 38'] }],
    [
      { isWidgetEnabled: true, isNewWidgetEnabled: true },
      {
        isWidgetEnabled: ['Exactly one setting at a time'],
        isNewWidgetEnabled: ['Exactly one setting at a time'],
      },
    ],
    [{}, { '': ['Exactly one setting at a time'] }],
  ])('refuse %j with its field, and change nothing', async (body, fieldErrors) => {
    const before = await vendorOf();
    expect(await change(body)).toMatchObject({ status: 400, body: { fieldErrors } });
    expect(await vendorOf()).toEqual(before);
    expect(await historyOf()).toEqual([]);
  });

  it('open to a vendor that may use the app, and to no other shop', async () => {
    const closed = { status: 403 };
    expect(await change({ isAccountPageEnabled: true }, firstCrack)).toMatchObject(closed);
    const suspended = { shop, status: 'suspended' as const, simpleSubscription: true };
    await approveVendor(service.database, suspended);
    expect(await change({ isAccountPageEnabled: true })).toMatchObject(closed);
  });

  it('keep what changed, by whom, and nothing where nothing did', async () => {
    await change({ isVendorSyncDisabled: true });
    await change({ isVendorSyncDisabled: true });
    await change({ replyToEmail: 'ada@example.com', useNoReply: false });
    const history = await historyOf();
    expect(history).toMatchObject([
      { setting: 'replyToEmail', from: null, to: 'ada@example.com', by: 'you', undo: 'possible' },
      { setting: 'settings.isVendorSyncDisabled', from: false, to: true, by: 'you' },
    ]);
    await service.database.update(settingChangeTable).set({ actor: '999' });
    expect((await historyOf())[0]?.by).toBe('somebody else');
    expect(await historyOf(firstCrack)).toEqual([]);
  });

  it('are not written over what the caller did not see', async () => {
    const save = (body: object, seen: Record<string, SettingValue>) => {
      const headers = { 'If-Match': settingsTag(seen) };
      return service.call(shop, 'PATCH', '/vendor/settings', { body, headers });
    };
    const sender = { replyToEmail: 'ada@bücher.example', useNoReply: true };
    expect((await save(sender, { useNoReply: false, replyToEmail: null })).status).toBe(200);
    const late = { replyToEmail: 'bea@example.com', useNoReply: false };
    expect(await save(late, { replyToEmail: null, useNoReply: false })).toMatchObject({
      status: 409,
      body: { message: changedMeanwhile },
    });
    expect(await vendorOf()).toMatchObject(sender);
    expect((await save(late, sender)).status).toBe(200);
    expect((await save({ daysBeforeReminder: 4 }, { daysBeforeReminder: '3' })).status).toBe(200);
  });

  it('lose nothing where many change at once', async () => {
    const days = [5, 6, 7, 8];
    const answers = await Promise.all([
      ...days.map((daysBeforeReminder) => change({ daysBeforeReminder })),
      change({ isAccountPageEnabled: true }),
      change({ isVendorSyncDisabled: true }),
      change({ isVendorSyncDisabled: false }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const vendor = await vendorOf();
    expect(vendor.settings.isAccountPageEnabled).toBe(true);
    const reminders = (await historyOf())
      .filter(({ setting }) => setting === 'daysBeforeReminder')
      .reverse();
    expect(reminders.map(({ to }) => to).sort()).toEqual(days);
    // Each change begins where the one before ended, so none overwrote another unseen.
    expect(reminders.map(({ from }) => from)).toEqual([
      3,
      ...reminders.slice(0, -1).map(({ to }) => to),
    ]);
    expect(vendor.daysBeforeReminder).toBe(reminders.at(-1)?.to);
  });

  it('are undone, which is a change itself', async () => {
    await change({ daysBeforeReminder: 9 });
    const answered = await undo((await historyOf())[0]);
    expect(bodyOf(answered, updatedVendorSchema).daysBeforeReminder).toBe(3);
    expect(await historyOf()).toMatchObject([
      { setting: 'daysBeforeReminder', from: 9, to: 3, undo: 'possible' },
      { setting: 'daysBeforeReminder', from: 3, to: 9, undo: 'overtaken' },
    ]);
  });

  it('are not undone where they were changed again, or the change is not of the shop', async () => {
    await change({ daysBeforeReminder: 9 });
    const [first] = await historyOf();
    await change({ daysBeforeReminder: 3 });
    await change({ daysBeforeReminder: 9 });
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { message: 'This setting was changed again since then, so nothing was undone.' },
    });
    await service.database
      .insert(settingChangeTable)
      .values({ shop, setting: 'integrations.shipstation', from: 'null', to: '"changed"' });
    const [secret] = await historyOf();
    expect(secret).toMatchObject({ by: 'nobody', undo: 'impossible' });
    expect((await undo(secret)).status).toBe(409);
    const more = { shop, setting: 'daysBeforeReminder', from: '60', to: '9' };
    await service.database.insert(settingChangeTable).values(more);
    expect((await undo((await historyOf())[0])).status).toBe(409);
    await service.database.update(settingChangeTable).set({ shop: firstCrack });
    expect((await undo(first)).status).toBe(404);
    expect((await vendorOf()).daysBeforeReminder).toBe(9);
  });
});

describe('settings and the theme', () => {
  const service = serviceForSuite('PGlite');
  const shop = roastAndRitual;
  const change = async (body: object) =>
    bodyOf(await service.call(shop, 'PATCH', '/vendor/settings', { body }), updatedVendorSchema);
  const publishedColor = async () =>
    JSON.stringify(
      await service.admin(
        shop,
        '{ currentAppInstallation { metafield(namespace: "cadence", key: "button_color") { value } } }',
      ),
    );

  beforeEach(async () => {
    service.platform.control.reset();
    const status = 'active' as const;
    await approveVendor(service.database, { shop, status, simpleSubscription: true });
  });

  it('bring the button colour to the storefront, also where it is undone', async () => {
    await change({ buttonColor: '#0632c2' });
    expect(await change({ buttonColor: '#AA3300' })).toMatchObject({
      settings: { buttonColor: '#aa3300' },
      manualThemeUpdateRequired: false,
    });
    expect(await publishedColor()).toContain('#aa3300');
    const { changes } = bodyOf(
      await service.call(shop, 'GET', '/vendor/settings/changes'),
      listedChangesSchema,
    );
    await service.call(shop, 'POST', '/vendor/settings/undo', { body: { id: changes[0]?.id } });
    expect(await publishedColor()).toContain('#0632c2');
  });

  it('end with the same colour in the store as is kept, however many save one', async () => {
    const colors = ['#111111', '#222222', '#333333', '#444444'];
    await Promise.all(colors.map((buttonColor) => change({ buttonColor })));
    const { settings } = bodyOf(await service.call(shop, 'GET', '/vendor'), updatedVendorSchema);
    expect(await publishedColor()).toContain(settings.buttonColor);
  });

  it('say that the theme needs a hand where the platform takes no colour', async () => {
    service.platform.control.addFault({ kind: 'status', operation: 'metafieldsSet', status: 500 });
    expect(await change({ buttonColor: '#00aa00' })).toMatchObject({
      settings: { buttonColor: '#00aa00' },
      manualThemeUpdateRequired: true,
    });
    service.platform.control.clearFaults();
    expect((await service.call(shop, 'PATCH', '/theme')).status).toBe(200);
    expect(await publishedColor()).toContain('#00aa00');
  });

  it('say so where the theme has not the widget that was turned on', async () => {
    expect(await change({ isWidgetEnabled: true })).toMatchObject({
      manualThemeUpdateRequired: true,
    });
    expect(await change({ isWidgetEnabled: false })).toMatchObject({
      manualThemeUpdateRequired: false,
    });
    service.platform.control.addFault({
      kind: 'status',
      operation: 'themes',
      status: 500,
      times: 9,
    });
    expect(await change({ isWidgetEnabled: true })).not.toHaveProperty('manualThemeUpdateRequired');
  });
});
