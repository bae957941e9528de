import type { ActiveWeek, Cohort, OrderWeek, PlanRevenue, Totals } from '#contract/analytics.ts';
import type { storeOrderLineTable, storeOrderTable, storePlanTable } from '../store/schema.ts';

export type OrderRows = {
  orders: Array<typeof storeOrderTable.$inferSelect>;
  lines: Array<typeof storeOrderLineTable.$inferSelect>;
  plans: Array<typeof storePlanTable.$inferSelect>;
};

const day = 86_400_000;

/** A time zone's wall-clock time, in ms as if it were UTC. */
function clockOf(timeZone: string, instant: Date): number {
  return Date.parse(`${instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
}

function textOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function weekStart(clock: number): number {
  const date = Math.floor(clock / day) * day;
  return date - ((new Date(date).getUTCDay() + 6) % 7) * day;
}

function monthsLater(clock: number, months: number): number {
  const date = new Date(clock);
  const lastDay = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0),
  ).getUTCDate();
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * day + (clock % day);
}

/** Analytics computed order by order, as slowly and plainly as can be, to compare the database's answers with. */
export function plainAnalytics(
  rows: OrderRows,
  range: { timeZone: string; from: string; to: string; now: Date },
): {
  hasOtherCurrencies: boolean;
  totals: Totals;
  activeSubscriptions: ActiveWeek[];
  revenueByPlan: PlanRevenue[];
  ordersByWeek: OrderWeek[];
  retention: Cohort[];
} {
  const { timeZone, now } = range;
  const from = Date.parse(range.from);
  const end = Date.parse(range.to) + day;
  const clockNow = clockOf(timeZone, now);
  const plans = new Map(rows.plans.map((plan) => [plan.id, plan]));
  const orders = rows.orders
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((order) => ({
      id: order.id,
      currencyCode: order.currencyCode,
      customerId: order.customerId ?? `order ${order.id}`,
      at: clockOf(timeZone, order.processedAt),
    }));
  const lines = orders.flatMap((order) =>
    rows.lines.flatMap(({ orderId, planId, planName, revenue }) => {
      const plan = plans.get(planId ?? '');
      if (orderId !== order.id || planId === null || plan?.periodDays === null) return [];
      const covered = Math.ceil((plan?.periodDays ?? 31) * 1.5) * day;
      const name = plan?.name ?? planName ?? '';
      return { ...order, planId, planName: name, revenue, until: order.at + covered };
    }),
  );
  const own = new Map<string, typeof lines>();
  for (const line of lines) {
    const key = JSON.stringify([line.customerId, line.planId]);
    own.set(key, [...(own.get(key) ?? []), line]);
  }
  const spans: Array<{ customerId: string; planId: string; began: number; ended: number }> = [];
  for (const subscription of own.values()) {
    const [first, ...later] = subscription.sort((left, right) => left.at - right.at);
    if (first === undefined) continue;
    const { customerId, planId } = first;
    let span = { customerId, planId, began: first.at, ended: first.until };
    spans.push(span);
    for (const { at, until } of later) {
      if (at <= span.ended) span.ended = Math.max(span.ended, until);
      else {
        span = { customerId, planId, began: at, ended: until };
        spans.push(span);
      }
    }
  }
  const weeks: number[] = [];
  for (let week = weekStart(from); week < end; week += 7 * day) weeks.push(week);

  const activeSubscriptions = weeks.map((week) => {
    const finish = Math.min(week + 7 * day, end, clockNow);
    const begin = Math.max(week, from);
    const begun = spans.filter(({ began }) => began < finish);
    return {
      week: textOf(week),
      active: begun.filter(({ ended }) => ended >= finish).length,
      started: begun.filter(({ began }) => began >= begin).length,
      ended: begun.filter(({ ended }) => ended >= begin && ended < finish).length,
    };
  });

  const isInRange = ({ at }: { at: number }) => at >= from && at < end;
  const inRange = lines.filter(isInRange);
  const sold = inRange.filter(({ currencyCode }) => currencyCode === 'USD');
  const hasOtherCurrencies = sold.length < inRange.length;
  const totals = {
    newSubscriptions: spans.filter(({ began }) => began >= from && began < end).length,
    revenue: sold.reduce((sum, { revenue }) => sum + revenue, 0),
  };
  const nameOf = (planId: string) => {
    const name = sold.find((line) => line.planId === planId)?.planName ?? '';
    const isAlone = sold.every((line) => line.planId === planId || line.planName !== name);
    return isAlone ? name : `${name} (${plans.get(planId)?.groupName ?? `plan ${planId}`})`;
  };
  const revenueByPlan = [...new Set(sold.map(({ planId }) => planId))]
    .map((planId) => {
      const ofPlan = sold.filter((line) => line.planId === planId);
      return {
        planId,
        planName: nameOf(planId),
        orders: new Set(ofPlan.map(({ id }) => id)).size,
        subscribers: new Set(ofPlan.map(({ customerId }) => customerId)).size,
        revenue: ofPlan.reduce((sum, { revenue }) => sum + revenue, 0),
      };
    })
    .sort((left, right) => right.revenue - left.revenue || (left.planId < right.planId ? -1 : 1));

  const kindOf = ({ id }: { id: string }): keyof Omit<OrderWeek, 'week'> => {
    const bought = lines.filter((line) => line.id === id);
    if (bought.length === 0) return 'oneTime';
    const begins = bought.some((line) =>
      spans.some(
        ({ customerId, planId, began }) =>
          line.customerId === customerId && line.planId === planId && line.at === began,
      ),
    );
    return begins ? 'first' : 'renewal';
  };
  const ordersByWeek = weeks.map((week) => {
    const counts = { week: textOf(week), first: 0, renewal: 0, oneTime: 0 };
    for (const order of orders) {
      if (isInRange(order) && weekStart(order.at) === week) counts[kindOf(order)] += 1;
    }
    return counts;
  });

  const firsts = new Map<string, number>();
  for (const { customerId, began } of spans) {
    firsts.set(customerId, Math.min(began, firsts.get(customerId) ?? began));
  }
  const cohorts = new Map<string, Array<[string, number]>>();
  for (const [customerId, first] of [...firsts].sort((left, right) => left[1] - right[1])) {
    if (first < Date.parse(`${range.from.slice(0, 7)}-01`) || first >= end) continue;
    const month = `${textOf(first).slice(0, 7)}-01`;
    cohorts.set(month, [...(cohorts.get(month) ?? []), [customerId, first]]);
  }
  const retention = [...cohorts].map(([month, customers]) => ({
    month,
    subscribers: customers.length,
    retained: Array.from({ length: 13 }, (_, months) => {
      const isWhole = monthsLater(Date.parse(month), months + 1) <= clockNow;
      if (months > 0 && !isWhole) return null;
      return customers.filter(([customerId, first]) => {
        const then = monthsLater(first, months);
        return spans.some(
          (span) => span.customerId === customerId && span.began <= then && span.ended >= then,
        );
      }).length;
    }),
  }));
  return {
    hasOtherCurrencies,
    totals,
    activeSubscriptions,
    revenueByPlan,
    ordersByWeek,
    retention,
  };
}
