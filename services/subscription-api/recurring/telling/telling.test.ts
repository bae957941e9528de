import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usualRules } from '#contract/billing-rules.ts';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { runVendorCommand } from '../../merchant/operator/vendor-commands.ts';
import { saveProposedVendor } from '../../shop/proposed-vendor.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  orderImportTable,
  proposedVendorTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { uninstalledReason } from '../billing/store.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { askForMethod } from './ask-for-method.ts';
import { tellOfStop } from './billing-stopped.ts';
import { tellOfMorning } from './morning.ts';

const timeZone = 'America/Los_Angeles';
const url = 'https://admin.localhost:4443/store/roast-and-ritual/apps/api-key/recurring-orders';
const jobSchema = z.object({ name: z.string(), data: z.record(z.string(), z.string()) });

describe.each(databases)('mails to the merchant on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, charge } = billing;
  const today = () => dayIn(timeZone, now());
  const mailJobs = () =>
    rowsOf(
      service.database,
      jobSchema,
      sql`select name, data from jobs.job where name in ('mail-stop', 'mail-morning') order by name`,
    );

  /** Bills a subscription whose charge is declined with a code, until its first attempt has failed. */
  async function decline(code: string): Promise<void> {
    const fate = { kind: 'declined', code, times: 9 } as const;
    await billing.subscribe({ method: { fate } });
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const charging = and(
      eq(cycleBillingTable.state, 'open'),
      eq(cycleBillingTable.reason, 'charging'),
    );
    do {
      await billing.moveOn();
      await charge();
    } while (
      (await service.database.$count(cycleBillingTable, charging)) > 0 &&
      (await service.database.$count(
        billingSettingsTable,
        isNull(billingSettingsTable.stoppedAt),
      )) > 0
    );
  }

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    await service.database.delete(proposedVendorTable);
    await billing.keepMirror();
    await service.database.delete(orderImportTable);
  });

  it('say that billing stopped by the store’s own fault, and which', async () => {
    await decline('TEST_MODE');
    const [row] = await service.database.select().from(billingSettingsTable);
    const at = row?.stoppedAt?.toISOString() ?? '';
    expect(await mailJobs()).toContainEqual({ name: 'mail-stop', data: { shop, at } });
    // The job sends it.
    await service.settled();
    const [mail, ...others] = control().mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Billing of your recurring orders has stopped',
      to: [expect.stringContaining('@')],
      text: expect.stringContaining(url),
      html: expect.stringContaining(url),
    });
    expect(mail?.text).toMatch(/test/i);
    await tellOfMorning(context(), today(), url);
    expect(control().mails()).toHaveLength(1);
  });

  it('say that billing stopped as the account was suspended, where it was on', async () => {
    const suspend = () => runVendorCommand(context(), { action: 'suspend', shop }, now());
    await suspend();
    expect(await mailJobs()).toEqual([]);
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await control().clock.moveBy({ hours: 1 });
    await suspend();
    await service.settled();
    expect(control().mails()).toMatchObject([
      { text: expect.stringContaining('Your account was suspended.') },
    ]);
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
  });

  it('don’t follow a stop that is over, or an uninstall', async () => {
    const stoppedAt = now();
    const row = { shop, wentLiveAt: new Date(0), stoppedAt, stoppedBecause: uninstalledReason };
    await service.database.insert(billingSettingsTable).values(row);
    await tellOfStop(context(), stoppedAt.toISOString(), url);
    await service.database
      .update(billingSettingsTable)
      .set({ stoppedAt: null, stoppedBecause: null });
    await tellOfStop(context(), stoppedAt.toISOString(), url);
    expect(control().mails()).toEqual([]);
  });

  it('say once a day what failed and is to be decided, to the address of the sign-up', async () => {
    await decline('INSUFFICIENT_FUNDS');
    await charge();
    const morning = { name: 'mail-morning', data: { shop, day: today() } };
    const sent = (await mailJobs()).filter(({ data }) => data.day === today());
    expect(sent).toEqual([morning]);
    await saveProposedVendor(service.database, shop, {
      name: 'Ada',
      email: 'ada@example.com',
      notes: '',
    });
    const listed = { shop, contractId: '7', cycleIndex: 1, changedAt: now(), expectedAt: now() };
    await service.database.insert(cycleBillingTable).values([
      { ...listed, state: 'listed', reason: 'missed' },
      {
        ...listed,
        cycleIndex: 2,
        state: 'ended',
        reason: 'skip',
        changedAt: hourOfDay(timeZone, today(), 10),
      },
      { ...listed, cycleIndex: 3, state: 'ended', reason: 'left by the merchant' },
    ]);
    await tellOfMorning(context(), today(), url);
    const [mail] = control().mails();
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      subject: expect.stringMatching(/^1 recurring order couldn’t be charged \(.+\)$/),
    });
    expect(mail?.text).toContain('• 1 failed: ');
    expect(mail?.text).toContain('• 1 waiting for your decision');
    expect(mail?.text).toContain('• 1 not charged in the end: skipped');
    expect(mail?.html).toContain('1 waiting for your decision');
    await tellOfMorning(context(), '2020-01-01', url);
    expect(control().mails()).toHaveLength(1);
  });

  it('say also what ended after the mail of the day before, and once', async () => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const yesterday = addDays(today(), -1);
    const ended = { shop, contractId: '7', state: 'ended', reason: 'skip' } as const;
    const at = (day: string, hour: number, cycleIndex: number) => {
      const time = hourOfDay(timeZone, day, hour);
      return { cycleIndex, changedAt: time, expectedAt: time };
    };
    await service.database.insert(cycleBillingTable).values([
      { ...ended, ...at(yesterday, 10, 1) },
      { ...ended, ...at(yesterday, 16, 2) },
      // A mail that goes out late leaves this to the next one.
      { ...ended, ...at(today(), 16, 3) },
    ]);
    await tellOfMorning(context(), today(), url);
    expect(control().mails()).toMatchObject([
      { text: expect.stringContaining('• 1 not charged in the end: skipped') },
    ]);
  });

  it('say once that a charge is open for 7 days, of which nothing can be decided', async () => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const open = { shop, contractId: '7', state: 'listed', reason: 'open for 7 days' } as const;
    const listed = async (day: string, cycleIndex: number) => {
      const at = hourOfDay(timeZone, day, 6);
      const row = { ...open, cycleIndex, changedAt: at, expectedAt: at };
      await service.database.insert(cycleBillingTable).values(row);
      await tellOfMorning(context(), today(), url);
    };
    await listed(addDays(today(), -1), 1);
    expect(control().mails()).toEqual([]);
    await listed(today(), 2);
    expect(control().mails()).toMatchObject([
      { text: expect.stringContaining('• 1 being charged by Shopify for 7 days') },
    ]);
    expect(control().mails()[0]?.text).not.toContain('waiting for your decision');
  });

  it.each([
    ['not authorized', 1, 'Open Cadence in your admin'],
    ['forbidden', 1, 'Open Cadence in your admin'],
    ['shop frozen', 1, 'Pay its open bill'],
    ['shop gone', 0, ''],
  ])(
    'say that nothing can be charged where the platform lets nobody: %s',
    async (refusal, mails, whatToDo) => {
      await service.database.insert(orderImportTable).values({ shop, timeZone });
      await billing.subscribe();
      await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
      await billing.moveOn();
      await service.database.update(contractMirrorTable).set({ refusal });
      await saveProposedVendor(service.database, shop, {
        name: 'Ada',
        email: 'ada@example.com',
        notes: '',
      });
      await charge();
      const morning = { name: 'mail-morning', data: { shop, day: today() } };
      expect(await mailJobs()).toEqual(mails > 0 ? [morning] : []);
      if (mails === 0) return;
      await tellOfMorning(context(), today(), url);
      const [mail] = control().mails();
      expect(mail?.subject).toMatch(/^We can’t charge your recurring orders/);
      expect(mail?.text).toContain('• 1 not charged');
      expect(mail?.text).toContain(whatToDo);
    },
  );

  it.each([0, 10, 22, 23])('are sent on the same day where it is charged at %i', async (hour) => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now(), hour });
    await charge();
    const [job] = await rowsOf(
      service.database,
      z.object({ day: z.string(), at: z.coerce.date() }),
      sql`select data->>'day' as day, start_after as at from jobs.job where name = 'mail-morning'`,
    );
    expect(job?.day).toBe(today());
    expect(dayIn(timeZone, job?.at ?? new Date(0))).toBe(job?.day);
  });

  const methodMails = () =>
    control()
      .mails()
      .filter(({ subject }) => subject.startsWith('Update your payment method'));

  it('ask the customer once for another payment method, by the platform’s own mail', async () => {
    await decline('EXPIRED_PAYMENT_METHOD');
    await service.settled();
    expect(methodMails()).toHaveLength(1);
    await control().clock.moveBy({ days: 3 });
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await service.database.update(cycleBillingTable).set({ nextAt: now() });
    await service.database.execute(sql`delete from jobs.job where name = 'ask-for-method'`);
    await charge();
    await service.settled();
    expect(methodMails()).toHaveLength(1);
  });

  it('ask once for each card: for all that it pays, and again for a new one that fails', async () => {
    const fate = { kind: 'declined', code: 'EXPIRED_PAYMENT_METHOD', times: null } as const;
    const { paymentMethodId } = await billing.subscribe({ method: { fate } });
    const other = await billing.subscribe();
    control().changeContract(shop, other.contractId, { paymentMethodId });
    await refreshContract(context(), other.id);
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const waiting = eq(cycleBillingTable.reason, 'waits for method');
    const failed = async (attempts: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        await billing.moveOn();
        await charge();
        const waits = await service.database.$count(cycleBillingTable, waiting);
        if (waits === 2 && (await billing.attempts()) >= attempts) return await service.settled();
      }
      throw new Error('Nothing waits for a method.');
    };
    await failed(2);
    expect(methodMails()).toHaveLength(1);
    await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881', fate });
    await service.settled();
    await failed(4);
    expect(methodMails()).toHaveLength(2);
  });

  it.each(['INSUFFICIENT_FUNDS', 'TEST_MODE'])('don’t ask for one after %s', async (code) => {
    await decline(code);
    await service.settled();
    expect(methodMails()).toEqual([]);
  });

  it.each([
    ['the merchant wants none', { rules: { ...usualRules, asksForMethod: false } }],
    ['billing is stopped', { stoppedAt: new Date() }],
  ])('don’t ask for one where %s by then', async (_, settings) => {
    await decline('EXPIRED_PAYMENT_METHOD');
    await service.settled();
    control().forgetMails();
    const [row] = await service.database.select().from(cycleBillingTable);
    const order = { shop, contract: row?.contractId ?? '', cycle: row?.cycleIndex ?? 0 };
    await askForMethod(context(), order);
    expect(methodMails()).toHaveLength(1);
    await service.database.update(billingSettingsTable).set(settings);
    await askForMethod(context(), order);
    await service.database.update(billingSettingsTable).set({ rules: null, stoppedAt: null });
    await service.database.update(cycleBillingTable).set({ reason: 'paid' });
    await askForMethod(context(), order);
    expect(methodMails()).toHaveLength(1);
  });

  it('ask nobody twice where the answer was lost, or without the scope for it', async () => {
    await decline('EXPIRED_PAYMENT_METHOD');
    await service.settled();
    control().forgetMails();
    const [row] = await service.database.select().from(cycleBillingTable);
    const order = { shop, contract: row?.contractId ?? '', cycle: row?.cycleIndex ?? 0 };
    control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'SendMethodUpdate' });
    await askForMethod(context(), order);
    expect(methodMails()).toHaveLength(1);
    const others = accessScopes.filter((scope) => scope !== 'write_customers');
    control().setScopes(shop, others);
    await askForMethod(context(), order);
    control().setScopes(shop, accessScopes);
    expect(methodMails()).toHaveLength(1);
  });

  it.each([
    ['EXPIRED_PAYMENT_METHOD', /^Update your payment method/],
    ['TEST_MODE', /^Billing of your recurring orders has stopped/],
  ])(
    'are sent once the store lets us in that was frozen when they were due, after %s',
    async (code, subject) => {
      const mails = () =>
        control()
          .mails()
          .filter((mail) => subject.test(mail.subject)).length;
      await decline(code);
      control().startScenario('platform-shop-frozen', { shop });
      await service.settled();
      const nextDay = async () => {
        await service.database.execute(
          sql`update jobs.job set start_after = now() where state = 'created' and name in ('mail-stop', 'ask-for-method')`,
        );
        await service.settled();
      };
      control().clearRequests();
      await nextDay();
      expect(control().requests(shop)).toEqual([]);
      control().endScenarios();
      expect(mails()).toBe(0);
      await service.database.update(contractMirrorTable).set({ refusal: null });
      await nextDay();
      await nextDay();
      expect(mails()).toBe(1);
    },
  );

  it('say nothing where all went well, and fail where the mail server does', async () => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await tellOfMorning(context(), today(), url);
    expect(control().mails()).toEqual([]);
    const listed = { shop, contractId: '7', cycleIndex: 1, changedAt: now(), expectedAt: now() };
    await service.database
      .insert(cycleBillingTable)
      .values({ ...listed, state: 'listed', reason: 'missed' });
    await control().act(shop, 'refuse-mail', { refusal: 'Not now' });
    await expect(tellOfMorning(context(), today(), url)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await control().act(shop, 'refuse-mail', { refusal: null });
    await tellOfMorning(context(), today(), url);
    expect(control().mails()).toHaveLength(1);
  });
});
