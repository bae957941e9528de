import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { endRules } from '#contract/billing-rules.ts';
import { addDays, dayIn } from '#contract/calendar.ts';
import { formatCount, formatDay } from '#contract/format.ts';
import type { FailureKind } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { morningMailAt } from '../billing/charge-due.ts';
import type { ChargeSchedule } from '../billing/charge-time.ts';
import { openTooLong } from '../billing/decisions.ts';
import { accessOf } from '../billing-settings/billing.ts';
import { findSettings } from '../billing-settings/settings.ts';
import { getRecurringSummary } from '../orders/summary.ts';
import { type MerchantNews, mailMerchant } from './merchant-mail.ts';

const endedSchema = z.object({
  reason: z.enum([...endRules, openTooLong]),
  orders: z.coerce.number().int(),
});

const endedWords = {
  skip: 'not charged in the end: skipped',
  pause: 'not charged in the end: subscription paused',
  cancel: 'not charged in the end: subscription canceled',
  [openTooLong]: 'being charged by Shopify for 7 days: check the payment there',
};

/** Counts the orders that ended by the merchant's rule, or whose charge was open for too long, between the mail of the day before and this one, each as it is planned, however late it goes out. */
async function readEnded({ database, shop }: ShopContext, schedule: ChargeSchedule, day: string) {
  const [since, until] = [addDays(day, -1), day].map((each) =>
    morningMailAt(schedule, each).toISOString(),
  );
  return await rowsOf(
    database,
    endedSchema,
    sql`select reason, count(*) as orders from cycle_billing
      where shop = ${shop}
        and (state = 'ended' and reason in ('skip', 'pause', 'cancel') or state = 'listed' and reason = ${openTooLong})
        and changed_at >= ${since}::timestamptz and changed_at < ${until}::timestamptz
      group by 1 order by 1`,
  );
}

const counted = (orders: number) => formatCount(orders, 'recurring order');

/**
 * Mails the merchant on a day of the store what failed, can't be charged or needs a decision, and what ended since the mail before. Sends nothing if there is none of that, the
 * day is over, or the shop no longer bills.
 * @throws as mailMerchant
 */
export async function tellOfMorning(context: ShopContext, day: string, url: string): Promise<void> {
  if (context.mail === undefined) return;
  const timeZone = await shownTimeZoneOf(context);
  if (dayIn(timeZone, context.now()) !== day) return;
  const { state, today, failures, toDecide } = await getRecurringSummary(context);
  if (state !== 'live') return;
  const { hour } = await findSettings(context.database, context.shop);
  const ended = await readEnded(context, { timeZone, hour }, day);
  const failed = failures.reduce((sum, { orders }) => sum + orders, 0);
  const { subscriptions, grantUrl, refusal } = await accessOf(context);
  const isRefused = subscriptions === 'refused' || grantUrl !== null;
  const uncharged = isRefused ? today.counts.upcoming : 0;
  if (uncharged + failed + toDecide + ended.length === 0) return;
  const date = formatDay(day);
  const facts = [
    ...(uncharged > 0 ? [`${uncharged} not charged: your store doesn’t let us`] : []),
    `${today.counts.charged} of today’s orders charged`,
    ...failures.map(({ orders, happened }) => `${orders} failed: ${happened}`),
    ...(toDecide > 0 ? [`${toDecide} waiting for your decision`] : []),
    ...ended.map(({ reason, orders }) => `${orders} ${endedWords[reason]}`),
  ];
  const news: MerchantNews = {
    subject: `${uncharged > 0 ? 'We can’t charge your recurring orders' : failed > 0 ? `${counted(failed)} couldn’t be charged` : toDecide > 0 ? `${counted(toDecide)} to decide` : 'Recurring orders that weren’t charged'} (${date})`,
    heading: `Your recurring orders on ${date}`,
    paragraphs: [
      'Here’s how your recurring orders stand.',
      ...(uncharged > 0
        ? [
            refusal === ('shop frozen' satisfies FailureKind)
              ? 'Your store is frozen, so nothing is charged. Pay its open bill in your store’s settings. What falls due until then waits for your decision.'
              : 'Your store doesn’t let us read or charge its subscriptions any more. Open Cadence in your admin: that’s often enough, and it says what else is needed.',
          ]
        : []),
      ...(failed > 0
        ? ['What failed is tried again by your rules, or waits for your customer.']
        : []),
      ...(toDecide > 0
        ? ['What waits for your decision isn’t charged until you’ve had a look.']
        : []),
    ],
    facts,
    button: { text: 'See recurring orders', url },
  };
  await mailMerchant(context, `morning ${day}`, news);
}
