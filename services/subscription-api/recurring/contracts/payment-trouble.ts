import { type SQL, sql } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { erasedMark } from '../mirror/mapping.ts';
import { ofLatestAttempt } from '../orders/outcome.ts';

/** Of a `contract`: whether it may still be charged one day. */
const goesOn = sql`contract.status not in ('CANCELLED', 'EXPIRED')`;

/** Of an erased customer nobody here knows how they pay. */
const hasNoMethod = (contract: SQL) =>
  sql`${contract}.payment_method_id is null and coalesce(${contract}.customer_id, '') not like ${`${erasedMark}%`}`;

/** A card is good to the end of its month. */
function isExpired({ timeZone, now }: At): SQL {
  const [year, month] = dayIn(timeZone, now).split('-').map(Number);
  return sql`(method.expiry_year, method.expiry_month) < (${year}::integer, ${month}::integer)`;
}

/** The orders of a shop whose payment failed and that aren't over, as `standing`. What is sold out or can't be made isn't about paying. */
const failedOrders = (shop: string, of: SQL) => sql`(
  select standing.contract_id from cycle_billing standing
  where standing.shop = ${shop} and standing.state = 'open' and ${of}
    and ${ofLatestAttempt(shop, sql`latest.state = 'failed' and coalesce(latest.failure_class, 'unknown') not in ('stock', 'order', 'shop')`)}
)`;

type At = { shop: string; timeZone: string; now: Date };

/** Why a `contract` can't be charged, in the words of contract/subscription-contract-names.ts. `method` may be null. */
export function paymentTroubleSql(at: At): SQL {
  return sql`case
    when not ${goesOn} then null
    when ${hasNoMethod(sql`contract`)} then 'no method'
    when method.revoked_at is not null then 'revoked'
    when ${isExpired(at)} then 'expired'
    when contract.id in ${failedOrders(at.shop, sql`standing.contract_id = contract.id`)} then 'failed'
  end`;
}

/** Whether something is in the way: the same, from those that are, since they are few. */
export function isInTroubleSql(at: At): SQL {
  const { shop } = at;
  // Looked up for each method, and as an array, or the database would read all contracts.
  const paidBy = (which: SQL) => sql`select paid.id from payment_method method
      cross join lateral (
        select paid.id from subscription_contract paid
        where paid.shop = ${shop} and paid.payment_method_id = method.id offset 0
      ) paid
      where method.shop = ${shop} and ${which}`;
  return sql`${goesOn} and contract.id = any(array(
    select without.id from subscription_contract without
      where without.shop = ${shop} and ${hasNoMethod(sql`without`)}
    union all ${paidBy(sql`method.revoked_at is not null`)}
    union all ${paidBy(isExpired(at))}
    union all ${failedOrders(shop, sql`true`)}
  ))`;
}
