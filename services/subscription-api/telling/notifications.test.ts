import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  gifsSchema,
  keptNotificationsSchema,
  notificationsAnswerSchema,
} from '#contract/notification-settings.ts';
import { contactSupport } from '#contract/notifications.ts';
import { vendorSchema } from '#contract/vendor.ts';
import { listedChangesSchema } from '#contract/vendor-settings.ts';
import { approveVendor } from '../shop/vendor.ts';
import { notificationSettingsTable, settingChangeTable, vendorTable } from '../store/schema.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';

const path = '/vendor/settings/notifications';
const everything = { email: true, text: true, push: true, all: true };

describe.each(usualDatabase)('notification settings on %s', (kind) => {
  const service = serviceForSuite(kind);

  async function handleFulfillmentWebhook(on: boolean) {
    await service.database
      .update(vendorTable)
      .set({ handleFulfillmentWebhook: on })
      .where(eq(vendorTable.shop, roastAndRitual));
  }
  const change = (body: unknown, shop = roastAndRitual) =>
    service.call(shop, 'PATCH', path, { body });
  async function read(shop = roastAndRitual) {
    return bodyOf(await service.call(shop, 'GET', path), keptNotificationsSchema).notifications;
  }

  beforeEach(async () => {
    await service.database.delete(notificationSettingsTable);
    await service.database.delete(vendorTable);
    await service.database.delete(settingChangeTable);
    await approveVendor(service.database, {
      shop: roastAndRitual,
      status: 'active',
      simpleSubscription: true,
    });
  });

  it('are empty until somebody changes one, and reading them writes nothing', async () => {
    expect(await read()).toEqual({ settings: {}, categorySettings: {} });
    expect(await service.database.select().from(notificationSettingsTable)).toEqual([]);
    bodyOf(await change({}), notificationsAnswerSchema);
    bodyOf(await change({ settings: { customerOrderArrived: {} } }), notificationsAnswerSchema);
    expect(await service.database.select().from(notificationSettingsTable)).toEqual([]);
  });

  it('change by channel, answer as they are kept, and leave what nobody touched', async () => {
    const { notifications } = bodyOf(
      await change({ settings: { customerChargeFailed: { email: false } } }),
      notificationsAnswerSchema,
    );
    const kept = {
      settings: { customerChargeFailed: { email: false, text: true, push: true, all: false } },
      categorySettings: {},
    };
    expect(notifications).toEqual(kept);
    expect(await read()).toEqual(kept);

    await change({
      settings: { customerChargeFailed: { email: true } },
      categorySettings: { order_tracking: { all: false } },
    });
    expect(await read()).toEqual({
      settings: { customerChargeFailed: everything },
      categorySettings: { order_tracking: { email: false, text: false, push: false, all: false } },
    });
  });

  it('lose nothing of two merchants at once, nor of one who is quick', async () => {
    await Promise.all([
      change({ settings: { customerOrderArrived: { email: false } } }),
      change({ settings: { customerOrderArrived: { push: false } } }),
      change({ settings: { customerProductUpdate: { text: false } } }),
      change({ categorySettings: { order_tracking: { email: false } } }),
    ]);
    expect(await read()).toEqual({
      settings: {
        customerOrderArrived: { email: false, text: true, push: false, all: false },
        customerProductUpdate: { ...everything, text: false, all: false },
      },
      categorySettings: { order_tracking: { ...everything, email: false, all: false } },
    });
  });

  it.each<[string, unknown, string]>([
    ['an unknown notification', { settings: { birthday: { email: true } } }, 'settings.birthday'],
    [
      'an unknown channel',
      { settings: { customerOrderArrived: { letter: true } } },
      'settings.customerOrderArrived.letter',
    ],
    [
      'a flag that is none',
      { settings: { customerOrderArrived: { email: 'no' } } },
      'settings.customerOrderArrived.email',
    ],
    [
      'a category as a setting',
      { settings: { order_tracking: { email: false } } },
      'settings.order_tracking',
    ],
  ])('refuse %s by its field, and keep nothing of it', async (_, body, field) => {
    expect(await change(body)).toMatchObject({
      status: 422,
      body: { fieldErrors: { [field]: [expect.any(String)] } },
    });
    expect(await read()).toEqual({ settings: {}, categorySettings: {} });
  });

  it.each(['customerOrderOnTheWay', 'customerOrderOutForDelivery', 'customerOrderArrived'])(
    'refuse %s while the vendor’s own fulfillment sends it, with all beside it',
    async (name) => {
      await handleFulfillmentWebhook(true);
      const body = {
        settings: { [name]: { email: false }, customerChargeFailed: { email: false } },
      };
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { message: contactSupport, fieldErrors: { [`settings.${name}`]: [contactSupport] } },
      });
      expect(await read()).toEqual({ settings: {}, categorySettings: {} });
      expect((await change({ settings: { customerChargeFailed: { email: false } } })).status).toBe(
        200,
      );
      await handleFulfillmentWebhook(false);
      expect((await change(body)).status).toBe(200);
    },
  );

  it('turn GIFs on and off in the manifest, and nothing else of the vendor', async () => {
    const vendor = async () =>
      bodyOf(await service.call(roastAndRitual, 'GET', '/vendor'), vendorSchema);
    const before = await vendor();
    for (const useGifs of [true, false]) {
      const answer = await service.call(roastAndRitual, 'PATCH', '/vendor/settings/gifs', {
        body: { useGifs },
      });
      expect(bodyOf(answer, gifsSchema)).toEqual({ useGifs });
      expect(await vendor()).toEqual({
        ...before,
        shopifyManifest: { ...before.shopifyManifest, useGifs },
      });
    }
    expect(
      await service.call(roastAndRitual, 'PATCH', '/vendor/settings/gifs', {
        body: { useGifs: 'yes' },
      }),
    ).toMatchObject({ status: 422, body: { fieldErrors: { useGifs: ['Must be true or false'] } } });
  });

  it('are in the history by channel, once for each that turned, with who turned it', async () => {
    const history = async () =>
      (await service.database.select().from(settingChangeTable).orderBy(settingChangeTable.id)).map(
        ({ setting, from, to }) => `${setting} ${from} ${to}`,
      );
    await change({ settings: { customerChargeFailed: { text: false, push: true } } });
    await change({ settings: { customerChargeFailed: { text: false } } });
    await change({ settings: { customerChargeFailed: { all: false } } });
    for (const useGifs of [true, true]) {
      await service.call(roastAndRitual, 'PATCH', '/vendor/settings/gifs', { body: { useGifs } });
    }
    await handleFulfillmentWebhook(true);
    await change({ settings: { customerOrderArrived: { email: false } } });
    expect(await history()).toEqual([
      'notifications.customerChargeFailed.text true false',
      'notifications.customerChargeFailed.email true false',
      'notifications.customerChargeFailed.push true false',
      'notifications.useGifs false true',
    ]);
    const [first] = await service.database.select().from(settingChangeTable);
    expect(first).toMatchObject({ shop: roastAndRitual, actor: expect.stringMatching(/^\d+$/) });
  });

  it('are undone from the history, unless they were changed again or are Support’s', async () => {
    const history = async () =>
      bodyOf(
        await service.call(roastAndRitual, 'GET', '/vendor/settings/changes'),
        listedChangesSchema,
      ).changes;
    const undo = async (id: number | undefined) =>
      await service.call(roastAndRitual, 'POST', '/vendor/settings/undo', { body: { id } });
    await change({ settings: { customerOrderArrived: { email: false } } });
    await change({ categorySettings: { order_tracking: { email: false } } });
    await service.call(roastAndRitual, 'PATCH', '/vendor/settings/gifs', {
      body: { useGifs: true },
    });
    expect((await history()).map(({ undo: can }) => can)).toEqual(Array(3).fill('possible'));
    for (const { id } of await history()) expect((await undo(id)).status).toBe(200);
    expect(await read()).toEqual({
      settings: { customerOrderArrived: everything },
      categorySettings: { order_tracking: everything },
    });
    const changes = await history();
    expect(changes.map(({ undo: can }) => can)).toEqual([
      ...Array(3).fill('possible'),
      ...Array(3).fill('overtaken'),
    ]);
    expect(changes[0]).toMatchObject({
      setting: 'notifications.customerOrderArrived.email',
      from: false,
      to: true,
    });
    expect(await undo(changes.at(-1)?.id)).toMatchObject({ status: 409 });
    await handleFulfillmentWebhook(true);
    expect((await history())[0]?.undo).toBe('impossible');
    expect(await undo(changes[0]?.id)).toMatchObject({ status: 409 });
    expect(await read()).toMatchObject({ settings: { customerOrderArrived: everything } });
  });

  it('keep a channel without a provider as it was, and never switch it on, whichever way', async () => {
    const push = 'Push can’t be switched on: there is no provider yet.';
    await change({ settings: { customerChargeFailed: { push: false } } });
    for (const [flags, field] of [
      [{ push: true }, 'push'],
      [{ email: false, all: true }, 'all'],
    ] as const) {
      const path = `settings.customerChargeFailed.${field}`;
      expect(await change({ settings: { customerChargeFailed: flags } })).toMatchObject({
        status: 422,
        body: { message: push, fieldErrors: { [path]: [push] } },
      });
    }
    // What was on, and is to stay so, stays.
    await change({ settings: { customerOrderArrived: { all: true } } });
    expect(await read()).toEqual({
      settings: {
        customerChargeFailed: { ...everything, push: false, all: false },
        customerOrderArrived: everything,
      },
      categorySettings: {},
    });
    const { changes } = bodyOf(
      await service.call(roastAndRitual, 'GET', '/vendor/settings/changes'),
      listedChangesSchema,
    );
    expect(changes).toMatchObject([
      { setting: 'notifications.customerChargeFailed.push', undo: 'impossible' },
    ]);
  });

  it('are those of the caller’s shop alone; a shop without a vendor has none to change', async () => {
    await change({ settings: { customerOrderArrived: { all: false } } });
    const refusal = { status: 403, body: { message: 'This opens once you are approved.' } };
    const none = { settings: { customerOrderArrived: { email: false } } };
    expect(await change(none, firstCrack)).toMatchObject(refusal);
    expect(
      await service.call(firstCrack, 'PATCH', '/vendor/settings/gifs', { body: { useGifs: true } }),
    ).toMatchObject(refusal);
  });
});
