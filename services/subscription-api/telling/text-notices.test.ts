import { beforeEach, describe, expect, it } from 'vitest';
import { dayIn, hourOfDay } from '#contract/calendar.ts';
import { createTexts, type Texts } from '../mail/texts.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { ServiceError } from '../service-error.ts';
import { approveVendor } from '../shop/vendor.ts';
import {
  billingSettingsTable,
  cycleBillingTable,
  customerNoticeTable as notices,
  storeCustomerTable,
  vendorTable,
} from '../store/schema.ts';
import { billingInTest } from '../testing/billing-in-test.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { sendCustomerNotices } from './customer-notices.ts';
import { updateNotifications } from './store.ts';

const variables = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'local',
  TWILIO_FROM: '+15550100100',
};
const timeZone = 'America/Los_Angeles';

describe.each(databases)('text messages to customers on %s', (kind) => {
  const service = serviceForSuite(kind, { variables });
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const send = (texts: Texts | undefined = context().texts) =>
    sendCustomerNotices({ ...context(), texts }, new AbortController().signal);
  const kept = async () =>
    (await service.database.select().from(notices).orderBy(notices.about, notices.channel)).map(
      ({ channel, state, reason }) => [channel, state, reason].filter(Boolean).join(', '),
    );
  const texts = () =>
    control()
      .mails()
      .filter(({ subject }) => subject === 'Text message');

  /** A failed payment that its customer is to be told of. */
  async function failed(about = '1') {
    const [given] = await service.database.select().from(cycleBillingTable);
    const id = given?.contractId ?? (await billing.subscribe()).id;
    await service.database
      .insert(cycleBillingTable)
      .values({
        ...{ shop, contractId: id, cycleIndex: 1, state: 'open', reason: 'tries again' },
        ...{ expectedAt: now(), changedAt: now() },
      })
      .onConflictDoNothing();
    const notice = { contract: id, cycle: 1, notice: 'customerChargeFailed' as const, about };
    await tellCustomers(context(), [notice]);
  }

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    await service.database.delete(vendorTable);
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await service.database.update(storeCustomerTable).set({ refusedPhone: null });
    await updateNotifications(context(), { settings: { customerChargeFailed: { all: true } } });
    const tomorrow = new Date(now().getTime() + 86_400_000);
    await control().clock.moveTo(hourOfDay(timeZone, dayIn(timeZone, tomorrow), 12));
  });

  it('go out once beside the email, in the words of the preview, to the number in full', async () => {
    await failed();
    await failed();
    await send();
    await send();
    expect(texts()).toMatchObject([
      {
        from: '+15550100100',
        to: [expect.stringMatching(/^\+\d{11}$/)],
        text: expect.stringMatching(
          /^Roast & Ritual: Your payment of .+ Please update your payment details\. https:/,
        ),
      },
    ]);
    expect(await kept()).toEqual(['email, sent', 'text, sent']);
  });

  it('are switched by themselves', async () => {
    await updateNotifications(context(), { settings: { customerChargeFailed: { text: false } } });
    await failed();
    await send();
    expect(await kept()).toEqual(['email, sent', 'text, not sent, switched off']);
    await updateNotifications(context(), { settings: { customerChargeFailed: { text: true } } });
  });

  it.each([
    ['that answered STOP, until it answers START', 21610, 'text, sent', 1],
    ['that is none', 21614, 'text, not sent, number refused', 0],
  ])('go to no number %s', async (_, code, next, times) => {
    await control().act(shop, 'refuse-texts', { code });
    await failed();
    await send();
    await control().act(shop, 'refuse-texts', { code: null });
    await failed('2');
    await send();
    expect(await kept()).toEqual([
      'email, sent',
      'text, not sent, number refused',
      'email, sent',
      next,
    ]);
    expect(texts()).toHaveLength(times);
  });

  it('are never sent again where Twilio’s answer was lost, and wait where it was not reached', async () => {
    const lost: Texts = {
      send: async () => {
        throw new ServiceError('outcome unknown', { message: 'No answer' });
      },
    };
    await failed();
    await send(lost);
    await send();
    expect(await kept()).toEqual(['email, sent', 'text, not sent, answer lost']);
    const nowhere = createTexts({
      ...{ accountSid: variables.TWILIO_ACCOUNT_SID, authToken: 'local', from: '+15550100100' },
      url: 'http://127.0.0.1:9',
    });
    await failed('2');
    await expect(send(nowhere)).rejects.toMatchObject({ kind: 'unavailable' });
    // A provider that is away holds up no email.
    expect((await kept()).slice(2)).toEqual(['email, sent', 'text, waiting']);
    await send();
    expect((await kept()).slice(2)).toEqual(['email, sent', 'text, sent']);
  });

  it('are refused to an account that Twilio doesn’t know, with nothing of its token', async () => {
    const url = `${service.platform.platformUrl}/twilio`;
    const stranger = createTexts({
      ...{ accountSid: `AC${'1'.repeat(32)}`, authToken: 'hush', from: '+15550100100', url },
    });
    await expect(stranger.send({ to: '+15550100199', body: 'Hello' })).rejects.toMatchObject({
      message: 'We couldn’t reach Twilio, or it rejected the app. Nothing was sent.',
    });
    const twilio = createTexts({
      ...{
        accountSid: variables.TWILIO_ACCOUNT_SID,
        authToken: 'local',
        from: '+15550100100',
        url,
      },
    });
    await expect(twilio.send({ to: '555', body: 'Hello' })).rejects.toMatchObject({
      message: 'Twilio refuses this phone number.',
    });
    expect(service.log()).not.toContain('hush');
  });
});
