import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#services/subscription-api/store/database.ts';
import { rowsOf } from '#services/subscription-api/store/rows-of.ts';

/** The change of many that an imported file has become. */
export const imported = 'imported';

/**
 * Fills the mirror of a shop that went live half a year ago, with monthly contracts whose due days spread over the month. Each has two orders
 * ahead and six behind; one contract in a hundred is prepaid for three months, one ends after some orders. One in fifty of those behind waits for a decision, is tried again or has ended. One contract in ten is paused or
 * cancelled, and one in ten rotates through the `coffees`. Twice as many orders of a thousand other shops wait.
 */
export async function fillMirror(
  database: Database,
  {
    shop,
    now,
    contracts,
    coffees,
  }: {
    shop: string;
    now: Date;
    contracts: number;
    coffees: readonly { id: string; title: string }[];
  },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const all = sql`generate_series(1, ${contracts}::integer) i`;
  // Spreads the due times over the days of a month and the hours of a day.
  const offset = sql`(i % 30) * interval '1 day' + (i % 24) * interval '1 hour' - interval '12 hours'`;
  const rotating = ['1', '9', '11', '22'];
  const rotates = sql`(i % 40)::text = any(${sql.param(rotating)}::text[])`;
  const ids = sql`${sql.param(coffees.map(({ id }) => id))}::text[]`;
  const titles = sql`${sql.param(coffees.map(({ title }) => title))}::text[]`;
  const tables = [
    ...['subscription_contract', 'subscription_contract_line', 'billing_cycle', 'cycle_billing'],
    ...[
      'billing_attempt',
      'billing_settings',
      'contract_mirror',
      'store_customer',
      'payment_method',
    ],
    ...['rotation', 'rotation_version', 'rotation_place', 'product'],
    ...['timeline_entry', 'bulk_change', 'import_line'],
  ];
  for (const table of tables) await database.execute(sql`delete from ${sql.identifier(table)}`);
  // Filling the trigram indexes row by row would take half a minute, so they are dropped and built again afterwards.
  const words = await rowsOf(
    database,
    z.object({ name: z.string(), definition: z.string() }),
    sql`select indexname as name, indexdef as definition from pg_indexes where indexdef like '%gin_trgm_ops%'`,
  );
  for (const { name } of words) await database.execute(sql`drop index ${sql.identifier(name)}`);
  await database.execute(sql`insert into billing_settings (shop, went_live_at)
    values (${shop}, ${at} - interval '200 days')`);
  await database.execute(sql`insert into order_collection (shop, time_zone)
    values (${shop}, 'America/Los_Angeles') on conflict (shop) do update set time_zone = excluded.time_zone`);
  await database.execute(sql`insert into contract_mirror (shop, whole_at, updated_through)
    values (${shop}, ${at}, ${at})`);
  await database.execute(sql`insert into store_customer (shop, id, display_name, email)
    select ${shop}, i::text, 'Customer ' || md5(i::text), md5(i::text) || '@example.com' from ${all}`);
  await database.execute(sql`insert into subscription_contract (shop, id, status, revision, customer_id,
      origin_order_id, currency_code, delivery_price, billing_interval, billing_interval_count, delivery_interval,
      delivery_interval_count, is_usage_based, payment_method_id, next_due_at,
      created_at, updated_at, asked_at, max_cycles)
    select ${shop}, i::text, case when i % 20 = 7 then 'PAUSED' when i % 20 = 13 then 'CANCELLED' else 'ACTIVE' end, 1,
      i::text, i::text, 'USD', 500, 'MONTH', case when i % 100 = 11 then 3 else 1 end, 'MONTH', 1, false, 'method-' || i,
      case when i % 20 not in (7, 13) then ${at} + ${offset} end, ${at} - i * interval '1 minute', ${at}, ${at},
      case when i % 100 = 9 then 6 + i % 5 end
    from ${all}`);
  // One in two hundred was taken back, as many have expired.
  await database.execute(sql`insert into payment_method (shop, id, kind, last_digits, expiry_month, expiry_year, revoked_at)
    select ${shop}, 'method-' || i, 'CARD', '4242', 12, case when i % 200 = 3 then 2020 else 2100 end,
      case when i % 200 = 5 then ${at} end
    from ${all}`);
  await database.execute(sql`insert into subscription_contract_line (shop, contract_id, id, position, product_id, variant_id, title,
      variant_title, quantity, price, plan_name)
    select ${shop}, i::text, part::text, part - 1, (i % 40)::text, (i % 40 * 5 + part + i % 3)::text, 'Coffee ' || (i % 40), 'Whole bean', 1,
      1800, 'Plan ' || (i % 12)
    from ${all}, generate_series(1, 2) part`);
  await database.execute(sql`insert into billing_cycle (shop, contract_id, cycle_index, expected_at, is_billed,
      is_skipped, is_edited, amount, currency_code, holds)
    select ${shop}, i::text, 6 + ahead, ${at} + ${offset} + ahead * interval '30 days', ahead < 0, false, false,
      case when i % 20 not in (7, 13) then 4100 end, case when i % 20 not in (7, 13) then 'USD' end,
      case when i % 20 not in (7, 13) then (i % 40) * 3 + i % 3 end
    from ${all}, generate_series(-1, 1) ahead`);
  const standing = (paid: string, listed: string, open: string, ended: string) =>
    sql.raw(`case when (i + cycle * 7) % 50 > 0 then '${paid}'
      when (i + cycle * 7) % 150 = 0 then '${listed}'
      when (i + cycle * 7) % 150 = 50 and cycle = 5 then '${open}' else '${ended}' end`);
  const behind = sql`${at} + ${offset} - (6 - cycle) * interval '30 days'`;
  const ofRotating = sql`select ${shop}, product, ${ids}, 1, ${at} - interval '190 days'
    from unnest(${sql.param(rotating)}::text[]) product`;
  await database.execute(
    sql`insert into rotation (shop, product_id, products, version, created_at) ${ofRotating}`,
  );
  await database.execute(
    sql`insert into rotation_version (shop, product_id, products, version, saved_at) ${ofRotating}`,
  );
  await database.execute(sql`insert into product (shop, original_id, title, status)
    select ${shop}, coffee.id, coffee.title, 'active' from unnest(${ids}, ${titles}) coffee (id, title)`);
  const held = sql`jsonb_agg(jsonb_build_object('line', line::text, 'product', (i % 40)::text, 'coffee', coffee.id, 'variant', null,
      'title', coffee.title, 'version', 1))
    from generate_series(1, 2) line, unnest(${ids}, ${titles}) with ordinality coffee (id, title, nth)
    where coffee.nth = 1 + (i / 40 + cycle) % ${coffees.length}::integer`;
  // All at once might take longer than a statement may.
  for (const order of [0, 1, 2, 3, 4, 5]) {
    await database.execute(sql`insert into cycle_billing (shop, contract_id, cycle_index, state, reason, expected_at,
        next_at, changed_at, amount, currency_code)
      select ${shop}, i::text, cycle, ${standing('paid', 'listed', 'open', 'ended')},
        ${standing('charged', 'missed', 'tries again', 'payment failed')}, ${behind},
        case when (i + cycle * 7) % 150 = 50 and cycle = 5 then ${at} + interval '2 days' end, ${behind},
        case when (i + cycle * 7) % 50 > 0 then 4100 end, case when (i + cycle * 7) % 50 > 0 then 'USD' end
      from ${all}, (select ${order}::integer as cycle) behind`);
    await database.execute(sql`insert into billing_attempt (shop, contract_id, cycle_index, number, input, state, method,
        error_code, failure_class, order_id, order_name, amount, currency_code, begun_at, settled_at, held)
      select ${shop}, i::text, cycle, 1, '{}', case when is_paid then 'paid' else 'failed' end, 'method-' || i || ' 1',
        case when not is_paid then 'INSUFFICIENT_FUNDS' end, case when not is_paid then 'later' end,
        case when is_paid then i || '-' || cycle end, case when is_paid then '#' || (1000 + i * 6 + cycle) end, 4100, 'USD',
        ${behind}, ${behind}, case when is_paid and ${rotates} then (select ${held}) end
      from ${all}, (select ${order}::integer as cycle) behind, lateral (select (i + cycle * 7) % 50 > 0 as is_paid) outcome`);
  }
  await database.execute(sql`insert into cycle_billing (shop, contract_id, cycle_index, state, reason, expected_at, next_at, changed_at)
    select 'other-' || i % 1000 || '.example', i::text, cycle, 'left', 'contract paused', ${at} + ${offset}, ${at} + ${offset}, ${at}
    from ${all}, generate_series(1, 2) cycle`);
  await database.execute(sql`insert into rotation_place (shop, contract_id, line_id, coffee, version, at, is_had)
    select distinct on (paid.contract_id, item.value ->> 'line') paid.shop, paid.contract_id, item.value ->> 'line', item.value ->> 'coffee', 1,
      paid.begun_at, true
    from billing_attempt paid cross join lateral jsonb_array_elements(paid.held) item
    order by paid.contract_id, item.value ->> 'line', paid.begun_at desc`);
  // A coffee was passed over for a tenth of those that rotate; who canceled said why; a full file was imported.
  await database.execute(sql`insert into timeline_entry (shop, contract_id, at, kind, who, details)
    select ${shop}, i::text, ${at} - i * interval '1 minute', 'passed over', 'cadence',
      jsonb_build_object('product', (i % 40)::text, 'subject', 'Roast', 'to', 'Another roast', 'day', '2026-11-01')
    from ${all} where ${rotates} and i / 40 % 10 = 0`);
  await database.execute(sql`insert into timeline_entry (shop, contract_id, at, kind, who, details)
    select ${shop}, i::text, ${at} - i * interval '1 minute', 'canceled', 'merchant',
      jsonb_build_object('reason', (array['price', 'too much', 'taste', 'moved', 'other'])[1 + i / 20 % 5])
    from ${all} where i % 20 = 13`);
  await database.execute(sql`insert into bulk_change (shop, id, change, filter, state, prepared_at)
    values (${shop}, ${imported}, '{"change": "import", "file": "subscribers.csv"}', '{}', 'done', ${at})`);
  await database.execute(sql`insert into import_line (shop, change_id, line, state, reason, email, key, content, amount, currency_code, day)
    select ${shop}, ${imported}, i + 1, case when i % 50 = 0 then 'left out' else 'done' end,
      case when i % 50 = 0 then 'wrong' end, md5(i::text) || '@example.com', 'key ' || i,
      '{}', 4100, 'USD', '2026-12-01'
    from generate_series(1, 10000) i`);
  for (const { definition } of words) await database.execute(sql.raw(definition));
  for (const table of tables) await database.execute(sql`vacuum analyze ${sql.identifier(table)}`);
}
