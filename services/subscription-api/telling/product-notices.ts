import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayIn } from '#contract/calendar.ts';
import { formatProduct } from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { UnsentReason } from '#contract/notices.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { refusalOf } from '../recurring/billing/refused-shop.ts';
import { findLiveSettings } from '../recurring/billing/store.ts';
import { type NoticeRow, tellCustomers } from '../recurring/notices/outbox.ts';
import { findTitles } from '../recurring/rotation/documents.ts';
import { foreseeCoffees } from '../recurring/rotation/foresee.ts';
import { ServiceError } from '../service-error.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import { findTold, keepTold, toldOf } from '../shop/told-products.ts';
import type { ShopContext } from '../shop-context.ts';
import { type Place, prepared } from '../store/prepared.ts';
import {
  subscriptionContractTable as contracts,
  subscriptionContractLineTable as lines,
  subscribedProductTable as products,
} from '../store/schema.ts';
import { readOrdersToCome } from './order-notices.ts';
import type { Subject, SubjectsOf } from './subject.ts';

/** How many products are asked for in one call. */
const askedAtOnce = 100;

const keptSchema = z.object({
  product: z.string(),
  title: z.string(),
  status: z.string().optional(),
});

/** The part of a webhook about a product that we store. Also parses the stored form. */
export const productInWebhook = z.union([
  keptSchema,
  z
    .object({
      admin_graphql_api_id: z.string(),
      title: z.string(),
      status: z.string().toUpperCase().optional(),
    })
    .transform(({ admin_graphql_api_id: id, ...body }) => ({ product: originalIdOf(id), ...body })),
]);

type About = z.output<typeof productInWebhook>;

/**
 * Whether subscribers or a rotation know a product by another name, or a rotation names (or has named) it that can go out no more, or can again. Shopify tells of products with each
 * change of their stock, too.
 */
export async function isNews(
  { database, shop }: ShopContext,
  { product, title, status }: About,
): Promise<boolean> {
  const rotated = (await findTold({ database, shop }, [product])).get(product);
  // Its tags aren't in the webhook.
  const couldGoOut = rotated?.status === 'active' || rotated?.status === 'rotating';
  if (rotated?.status != null && status !== undefined && couldGoOut !== (status === 'ACTIVE')) {
    return true;
  }
  if (rotated?.title != null && rotated.title !== title) return true;
  const [kept] = await database
    .select({ title: products.title })
    .from(products)
    .where(and(eq(products.shop, shop), eq(products.id, product)));
  return kept !== undefined && kept.title !== title;
}

/**
 * Has all told who subscribe to a product that has another name by now; once a day at most. Webhooks come in any order, so Shopify is asked
 * for the name.
 * @throws PlatformError if it doesn't answer; call it again later
 */
export async function tellOfProduct(
  context: ShopContext,
  { about: { product } }: { about: About },
): Promise<string> {
  const { database, shop, now, graphql } = context;
  const asOf = now();
  const asked = await graphql(findTitles, { ids: [globalIdOf('Product', product)] }).catch(
    (error: unknown) => {
      if (refusalOf(error) === null) throw error;
      return null;
    },
  );
  if (asked === null) return 'The platform did not let us read it.';
  const day = dayIn(await storeTimeZoneOf(context), now());
  const node = asked.nodes[0];
  const title = node?.title;
  await keepTold(context, [toldOf(product, node ?? undefined)]);
  const told = await database.transaction(async (transaction) => {
    const isThis = and(eq(products.shop, shop), eq(products.id, product));
    const [kept] = await transaction.select().from(products).where(isThis).for('update');
    if (title === undefined || kept === undefined || kept.asOf > asOf) return 0;
    await transaction.update(products).set({ title, asOf }).where(isThis);
    if (kept.title === title || kept.title === '') return 0;
    if ((await findLiveSettings(transaction, shop)) === null) return 0;
    // Who has it in several subscriptions hears of it once.
    const customer = sql`coalesce(${contracts.customerId}, ${contracts.id})`;
    const subscribed = await transaction
      .selectDistinctOn([customer], { contract: contracts.id })
      .from(lines)
      .innerJoin(contracts, and(eq(contracts.shop, shop), eq(contracts.id, lines.contractId)))
      .where(
        and(
          ...[eq(lines.shop, shop), eq(lines.productId, product)],
          ...[eq(contracts.status, 'ACTIVE'), isNull(contracts.goneAt)],
        ),
      )
      .orderBy(customer, contracts.id);
    await tellCustomers(
      { ...context, database: transaction },
      subscribed.map(({ contract }) => ({
        ...{ contract, cycle: noCycle, notice: 'customerProductUpdate' as const },
        ...{ about: `${product} ${day}`, subject: kept.title },
      })),
    );
    return subscribed.length;
  });
  context.jobs.wake();
  return told === 0 ? 'It is no news for customers.' : `${told} subscribers are told of it.`;
}

/** Products are about no order. */
const noCycle = 0;

const listUnknownProducts = prepared((database, place: Place<{ shop: string }>) => {
  const isKept = database
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.shop, place('shop')), eq(products.id, lines.productId)));
  return database
    .selectDistinct({ id: lines.productId })
    .from(lines)
    .where(
      and(eq(lines.shop, place('shop')), sql`${lines.productId} is not null`, notExists(isKept)),
    )
    .limit(askedAtOnce)
    .prepare('');
});

/**
 * Keeps the names of products that are subscribed to and that no webhook tells of yet, so that the first change of one is noticed. Shopify
 * is asked for each product once; where it doesn't answer, the next time asks.
 */
export async function keepSubscribedProducts(context: ShopContext): Promise<void> {
  const { database, shop, now, graphql } = context;
  try {
    for (;;) {
      const found = await listUnknownProducts(database, { shop });
      const ids = found.flatMap(({ id }) => id ?? []);
      if (ids.length === 0) return;
      const asOf = now();
      const { nodes } = await graphql(findTitles, {
        ids: ids.map((id) => globalIdOf('Product', id)),
      });
      const titleOf = (id: string) => nodes.find((node) => node && originalIdOf(node.id) === id);
      // One that is deleted is kept too, or it would be asked for each night.
      const rows = ids.map((id) => ({ shop, id, asOf, title: titleOf(id)?.title ?? '' }));
      await database.insert(products).values(rows).onConflictDoNothing();
    }
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof ServiceError)) throw error;
    context.logger.info({ error, shop }, 'the names of subscribed products could not be read');
  }
}

/** The recipients and contents of notices about products. */
export async function readProductNews(
  context: ShopContext,
  rows: readonly NoticeRow[],
  terms: Parameters<typeof readOrdersToCome>[2],
): Promise<SubjectsOf> {
  const { database, shop } = context;
  const { shopName, subjectOf } = await readOrdersToCome(context, rows, terms);
  const ids = [...new Set(rows.map(({ contractId }) => contractId))];
  const [sold, kept, coffees] = await Promise.all([
    database
      .select()
      .from(lines)
      .where(and(eq(lines.shop, shop), inArray(lines.contractId, ids))),
    database
      .select()
      .from(products)
      .where(and(eq(products.shop, shop), inArray(products.id, rows.map(aboutOf)))),
    foreseeCoffees(context, new Map(ids.map((id) => [id, 1]))),
  ]);
  /** The notice's news; null if it no longer holds. */
  const newsOf = (row: NoticeRow): { other: string } | null => {
    const own = sold.filter(({ contractId }) => contractId === row.contractId);
    if (row.notice === 'customerProductUpdate') {
      const title = kept.find(({ id }) => id === aboutOf(row))?.title;
      const isSold = own.some(({ productId }) => productId === aboutOf(row));
      return isSold && title !== row.subject ? { other: '' } : null;
    }
    const line = own.find(({ id }) => id === aboutOf(row));
    if (line === undefined) return null;
    const foreseen = coffees.get(row.contractId)?.find((one) => one.line === line.id);
    const title = foreseen?.coffees[0]?.title ?? line.title;
    const other = formatProduct({ ...line, title });
    return other === row.subject ? null : { other };
  };
  return {
    shopName,
    subjectOf: (row): Subject | null => {
      const subject = subjectOf(row);
      if (subject === null) return null;
      const news = newsOf(row);
      const changed: UnsentReason | null = news === null ? 'order changed' : null;
      return {
        ...subject,
        items: [{ title: row.subject ?? '', quantity: 1 }],
        otherProduct: news?.other ?? '',
        hindrance: subject.hindrance ?? changed,
      };
    },
  };
}

/** The product or the line that a notice is about. */
const aboutOf = ({ about }: NoticeRow) => about.split(' ', 1)[0] ?? '';
