import { once } from 'node:events';
import { eq, inArray } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { dayIn } from '#contract/calendar.ts';
import { decideBulkChange } from '#services/subscription-api/recurring/bulk/carry-out.ts';
import { prepareBulkChange } from '#services/subscription-api/recurring/bulk/prepare.ts';
import {
  bulkChangeRowTable,
  bulkChangeTable,
  customerNoticeTable,
  storeCustomerTable,
} from '#services/subscription-api/store/schema.ts';
import { judgeBulk } from '#services/subscription-api/testing/simulation/bulk.ts';
import { judgeNotices } from '#services/subscription-api/testing/simulation/notices.ts';
import { type BillingStores, schedule } from './billing-store.ts';

/** Twice is a tenth on a tenth. */
const basisPoints = 1_000;

/** A mail server that keeps the id of each message, whatever becomes of the worker that sent it. */
async function receiveMails(now: () => Date) {
  const mails: { id: string; to: string; at: Date }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += String(chunk);
      });
      stream.on('end', () => {
        const id = /^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo) {
          mails.push({ id, to: address, at: now() });
        }
        done();
      });
    },
  });
  // A worker that is killed cuts its connection.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { mails, smtpUrl: `smtp://127.0.0.1:${port}`, close };
}

/** A change of all subscriptions' prices, and the reminders of their next orders. They are judged as in the simulation. */
export async function changesOfMany(store: BillingStores) {
  const { database, control, context } = store;
  const { shop } = context;
  const { mails, smtpUrl, close } = await receiveMails(() => control.clock.now());
  const was = await store.pricesOf();
  const active = [...was.keys()].filter((id) => !store.isCancelled(id));
  let change = { id: '', at: new Date() };
  const body = {
    change: 'price' as const,
    variant: { id: await store.variantOf(), name: 'A' },
    to: { basisPoints },
  };
  return {
    smtpUrl,
    count: active.length,
    mails,
    close,

    async beginPrices(): Promise<void> {
      const asked = { change: body, filter: {} };
      const { id } = await prepareBulkChange(context, asked);
      change = { id, at: context.now() };
      await decideBulkChange(context, id, 'begin');
    },

    async countUnchanged(): Promise<number> {
      const isOpen = inArray(bulkChangeRowTable.state, ['waiting', 'doing']);
      const isRunning = eq(bulkChangeTable.state, 'running');
      return (
        (await database.$count(bulkChangeRowTable, isOpen)) +
        (await database.$count(bulkChangeTable, isRunning))
      );
    },

    async judgePrices(): Promise<string[]> {
      const is = await store.pricesOf();
      const textOf = (price = 0) => price.toFixed(2);
      const wantedOf = (price = 0) => textOf(Math.round(price * 110) / 100);
      const wrong = active
        .filter((id) => textOf(is.get(id)) !== wantedOf(was.get(id)))
        .map((id) => `${id} costs ${is.get(id)}, which was ${was.get(id)}`);
      const changed = [...is.keys()].filter((id) => is.get(id) !== was.get(id));
      const deed = {
        ...{ ...change, shop, body, isBack: false, seen: new Map(), others: new Set<number>() },
        wanted: new Map(active.map((id) => [id, { value: wantedOf(was.get(id)), cycle: null }])),
        done: new Map(
          changed.map((id) => [id, { was: textOf(was.get(id)), is: textOf(is.get(id)), times: 1 }]),
        ),
        stopsAfter: null,
      };
      const deeds = { changes: [deed], wrong, replaced: [] };
      return await judgeBulk(
        deeds,
        database,
        () => false,
        () => [],
      );
    },

    async beginReminders(): Promise<void> {
      await store.moveBeforeNext(3);
      const day = dayIn(schedule.timeZone, control.clock.now());
      await context.jobs.send(database, 'remind-customers', { shop, day });
    },

    async countUntold(): Promise<number> {
      const isOpen = inArray(customerNoticeTable.state, ['waiting', 'sending']);
      const open = await database.$count(customerNoticeTable, isOpen);
      const all = await database.$count(customerNoticeTable);
      return Math.max(open, active.length - all);
    },

    async judgeReminders(): Promise<{ wrong: string[]; sent: number; unsure: number }> {
      const rows = await database.select().from(customerNoticeTable);
      const customers = await database
        .select({ email: storeCustomerTable.email })
        .from(storeCustomerTable)
        .where(eq(storeCustomerTable.shop, shop));
      const known = new Set(customers.map(({ email }) => email));
      const wrong = judgeNotices(rows, {
        ...{ emails: mails, texts: [], domain: context.senderDomain, parcels: { news: [] } },
        zoneOf: (to) => (known.has(to) ? schedule.timeZone : null),
        ...{ now: control.clock.now(), isLost: () => false, isDisturbed: () => false },
      });
      const told = new Set(rows.map(({ contractId }) => Number(contractId)));
      const untold = active.filter((id) => !told.has(id)).map((id) => `${id} has no reminder`);
      const unsure = eq(customerNoticeTable.reason, 'answer lost');
      return {
        wrong: [...wrong, ...untold],
        sent: rows.filter(({ state }) => state === 'sent').length,
        unsure: await database.$count(customerNoticeTable, unsure),
      };
    },
  };
}
