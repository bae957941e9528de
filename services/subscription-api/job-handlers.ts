import type { PgBoss } from 'pg-boss';
import type { SubscriptionApiDependencies } from './dependencies.ts';
import { forgetOldRuns } from './fulfilling/order-sync/run-store.ts';
import { forgetOldKeys } from './idempotency/create-once.ts';
import type { JobHandlers } from './jobs/worker.ts';
import { forgetExpiredMagicLinks } from './merchant/magic-link/store.ts';
import { forgetExpiredSessions } from './merchant/portal/sessions.ts';
import { chargeDue, chargeSwept } from './recurring/billing/charge-due.ts';
import { endIfRefused, isRefused, onceLetIn } from './recurring/billing/refused-shop.ts';
import { forgetOldBulkChanges } from './recurring/bulk/bulk-change.ts';
import { carryOutBulkChange } from './recurring/bulk/carry-out.ts';
import { beginComparing, compareCycles } from './recurring/comparing/compare-cycles.ts';
import { endOverduePauses, resumeByItself } from './recurring/contracts/change.ts';
import { checkRefusedImports } from './recurring/importing/check.ts';
import { beginSweeps } from './recurring/mirror/nightly.ts';
import { forgetOldRepairs } from './recurring/mirror/repairs.ts';
import { sweepContracts } from './recurring/mirror/sweep.ts';
import { forgetOldNotices } from './recurring/notices/outbox.ts';
import { askForMethod } from './recurring/telling/ask-for-method.ts';
import { tellOfStop } from './recurring/telling/billing-stopped.ts';
import { tellOfMorning } from './recurring/telling/morning.ts';
import { shopContextOf } from './shop-context.ts';
import { forgetOldLeases } from './store/lease.ts';
import { vacuumPglite } from './store/vacuum.ts';
import { seeToOverdue, sendCustomerNotices } from './telling/customer-notices.ts';
import { keepSubscribedProducts } from './telling/product-notices.ts';
import { remindCustomers } from './telling/reminders.ts';
import { carryOutWebhook, forgetOldWebhooks } from './webhook/receive.ts';

/** How long one job charges a shop, tells its customers or changes many, or sweeps it. The shop's next job continues. */
const chargingMilliseconds = 60_000;
const sweepingMilliseconds = 5 * 60_000;
const endingAfter = (milliseconds: number, signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
const recurringOrdersPage = '/recurring-orders';

/** The handlers of all queues in jobs/queues.ts. */
export function jobHandlersOf(
  dependencies: SubscriptionApiDependencies,
  engine: PgBoss,
): JobHandlers {
  const { database, jobs, now, machineNow, pageUrlFor } = dependencies;
  return {
    async webhook({ shop, webhook }) {
      await carryOutWebhook(shopContextOf(dependencies, shop), webhook);
    },
    async 'forget-old'() {
      await forgetOldKeys(database);
      await forgetOldWebhooks(database);
      await forgetOldLeases(database);
      await forgetExpiredMagicLinks(database, machineNow());
      await forgetExpiredSessions(database, machineNow());
      await forgetOldRuns(database, machineNow());
      await forgetOldNotices(database, now());
      await forgetOldBulkChanges(database, now());
      await forgetOldRepairs(database, now());
      // Deletes the engine's finished jobs, and old dead letters.
      await engine.supervise();
      await vacuumPglite(database);
    },
    async 'sweep-contracts'({ shop }, signal) {
      const context = shopContextOf(dependencies, shop, { leavesRoom: true });
      const left = await sweepContracts(context, endingAfter(sweepingMilliseconds, signal));
      if (left === null) {
        // The mirror now has what the app missed while it was down.
        const settings = await chargeSwept(context);
        if (settings !== null && settings.stoppedAt === null) await beginComparing(context);
        await seeToOverdue(context);
        // The sweep has asked a store that refuses. A job that ends in vain would use up the day's.
        if (!(await isRefused(context))) {
          await keepSubscribedProducts(context);
          await endOverduePauses(context);
          await checkRefusedImports(context);
        }
      } else {
        const when = left > 0 ? { startAfter: new Date(now().getTime() + left) } : {};
        await jobs.send(database, 'sweep-contracts', { shop }, when);
      }
      jobs.wake();
    },
    'begin-sweeps': () => beginSweeps(dependencies),
    'compare-cycles': ({ shop, search }) =>
      endIfRefused(shopContextOf(dependencies, shop, { leavesRoom: true }), (context) =>
        compareCycles(context, search),
      ),
    'mail-stop': ({ shop, at }) =>
      onceLetIn(
        shopContextOf(dependencies, shop),
        (context) => tellOfStop(context, at, pageUrlFor(shop, recurringOrdersPage)),
        (startAfter) => jobs.send(database, 'mail-stop', { shop, at }, { startAfter }),
      ),
    'ask-for-method': (order) =>
      onceLetIn(
        shopContextOf(dependencies, order.shop, { leavesRoom: true }),
        (context) => askForMethod(context, order),
        (startAfter) => jobs.send(database, 'ask-for-method', order, { startAfter }),
      ),
    'resume-contract': ({ shop, contract }) =>
      endIfRefused(shopContextOf(dependencies, shop), (context) =>
        resumeByItself(context, contract),
      ),
    'change-many': ({ shop, change }, signal) =>
      endIfRefused(shopContextOf(dependencies, shop, { leavesRoom: true }), (context) =>
        carryOutBulkChange(context, change, endingAfter(chargingMilliseconds, signal)),
      ),
    'mail-morning': ({ shop, day }) =>
      endIfRefused(shopContextOf(dependencies, shop), (context) =>
        tellOfMorning(context, day, pageUrlFor(shop, recurringOrdersPage)),
      ),
    'remind-customers': ({ shop, day }) =>
      endIfRefused(shopContextOf(dependencies, shop), (context) => remindCustomers(context, day)),
    'tell-customers': ({ shop }, signal) =>
      endIfRefused(shopContextOf(dependencies, shop, { leavesRoom: true }), (context) =>
        sendCustomerNotices(context, endingAfter(chargingMilliseconds, signal)),
      ),
    'charge-due': ({ shop }, signal) =>
      chargeDue(shopContextOf(dependencies, shop), endingAfter(chargingMilliseconds, signal)),
  };
}
