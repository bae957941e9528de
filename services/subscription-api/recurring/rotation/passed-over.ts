import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PassedOverList, PassedOverListQuery } from '#contract/rotation.ts';
import { timelineDetailsSchema } from '#contract/timeline.ts';
import { keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { exactIsoOf } from '../../store/sql-time.ts';

const rowSchema = z.object({
  id: z.string(),
  at: z.string(),
  contract: z.string(),
  display_name: z.string().nullable(),
  details: timelineDetailsSchema,
});

/** A page of whom a product's rotation passed a coffee over for, the latest first, as their timelines tell it. */
export async function listPassedOver(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  product: string,
  query: PassedOverListQuery,
): Promise<PassedOverList> {
  const page = keysetPage(query, sql`entry.at`, sql`entry.id::text`);
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`select entry.id::text as id, ${exactIsoOf(sql`entry.at`)} as at, entry.contract_id as contract,
        customer.display_name, entry.details
      from timeline_entry entry
      left join subscription_contract contract on contract.shop = ${shop} and contract.id = entry.contract_id
      left join store_customer customer on customer.shop = ${shop} and customer.id = contract.customer_id
      where entry.shop = ${shop} and entry.kind = 'passed over' and ${page.where ?? sql`true`}
        -- Entries from before the detail was kept.
        and (entry.details ->> 'product' = ${product} or (entry.details ->> 'product' is null and exists (
          select from subscription_contract_line line
          where line.shop = ${shop} and line.contract_id = entry.contract_id and line.product_id = ${product})))
      order by ${page.orderBy} limit ${page.limit}`,
  );
  const { rows: shown, pageInfo } = page.finish(rows);
  return {
    pageInfo,
    passedOver: shown.map(({ id, at, contract, display_name, details }) => ({
      ...{ id, at, contract, customer: display_name, day: details.day ?? null },
      ...{ passedOver: details.subject ?? '', sent: details.to ?? '' },
    })),
  };
}
