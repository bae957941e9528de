import { eq, sql } from 'drizzle-orm';
import type { FaqPage, StoredFaqPage } from '#contract/faq-page.ts';
import type { Vendor } from '#contract/vendor.ts';
import { OutcomeUnknownError, platformFailed } from '../../platform/platform-error.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import { getShop } from '../../shop/documents.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import { findVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { vendorTable } from '../../store/schema.ts';
import { listSellingPlanGroups } from '../selling-plan-group/list.ts';
import { faqBody, faqTitle } from './content.ts';
import { createPage, type FoundPage, faqMark, findPages, readPage } from './documents.ts';

/** The page's handles in the shop. The later ones are for shops where another page has the first. */
const handles = ['subscription-faq', 'subscription-faq-2', 'subscription-faq-3'];
const listedGroups = 50;

/** The FAQ page as the store has it now; null if the merchant deleted it. */
export async function storedFaqPage(context: ShopContext): Promise<StoredFaqPage> {
  const vendor = await findVendor(context.database, context.shop);
  return { faqPageId: vendor === null ? null : await keptPage(context, vendor) };
}

/**
 * The store's FAQ page, created if there is none. Shopify gives a handle to only one page. So of two simultaneous calls one creates the page and the
 * other finds it, and so does a retry after a lost answer.
 * @throws ServiceError `forbidden` if the shop isn't a vendor; PlatformError
 */
export async function createFaqPage(context: ShopContext): Promise<FaqPage> {
  const vendor = await requireActiveVendor(context.database, context.shop);
  const kept = await keptPage(context, vendor);
  if (kept !== null) return { faqPageId: kept };
  const found = await findOwnPages(context);
  const made = found.own ?? (await makePage(context, vendor, found.taken));
  await keepPage(context, made);
  return { faqPageId: made };
}

async function keptPage(context: ShopContext, vendor: Vendor): Promise<string | null> {
  const { faqPageId } = vendor.shopifyManifest;
  if (faqPageId === null) return null;
  return (await context.graphql(readPage, { id: faqPageId })).page?.id ?? null;
}

/** The app's own page, and the handles that pages already have. */
async function findOwnPages(
  context: ShopContext,
): Promise<{ own: string | null; taken: ReadonlySet<string> }> {
  const query = handles.map((handle) => `handle:${handle}`).join(' OR ');
  const { named, newest } = await context.graphql(findPages, { query });
  const pages = [...named.nodes, ...newest.nodes];
  const isOwn = ({ metafield }: FoundPage) => metafield?.value === faqMark.value;
  return {
    own: pages.find(isOwn)?.id ?? null,
    taken: new Set(pages.map(({ handle }) => handle)),
  };
}

async function makePage(
  context: ShopContext,
  vendor: Vendor,
  taken: ReadonlySet<string>,
): Promise<string> {
  const body = await writeBody(context, vendor);
  const handle = handles.find((candidate) => !taken.has(candidate));
  if (handle === undefined) throw platformFailed(new Error('Every address of the page is taken.'));
  const page = { title: faqTitle, handle, body, isPublished: true, metafields: [faqMark] };
  try {
    const { pageCreate } = await context.graphql(createPage, { page });
    if (pageCreate.page !== null) return pageCreate.page.id;
    const [error] = pageCreate.userErrors;
    if (error?.code !== 'TAKEN') throw platformFailed(new Error(`pageCreate: ${error?.message}`));
    return await ownPageOr(context, platformFailed(new Error('pageCreate: the address is taken')));
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return await ownPageOr(context, error);
  }
}

/** The page that another call has created, or that was created although its answer was lost. */
async function ownPageOr(context: ShopContext, failure: Error): Promise<string> {
  const { own } = await findOwnPages(context);
  if (own === null) throw failure;
  return own;
}

async function writeBody(context: ShopContext, vendor: Vendor): Promise<string> {
  const [{ shop }, { sellingPlanGroups }] = await Promise.all([
    context.graphql(getShop, {}),
    listSellingPlanGroups(context, { first: listedGroups }),
  ]);
  return faqBody({
    shopName: shop.name,
    email: vendor.replyToEmail ?? shop.contactEmail,
    currencyCode: sellingPlanGroups[0]?.currencyCode ?? '',
    groups: sellingPlanGroups.map(({ name, sellingPlans }) => ({ name, plans: sellingPlans })),
  });
}

async function keepPage(context: ShopContext, faqPageId: string): Promise<void> {
  const { database, shop } = context;
  const ofShop = eq(vendorTable.shop, shop);
  await database.transaction(async (transaction) => {
    const [before] = await transaction
      .select({ faqPageId: vendorTable.faqPageId })
      .from(vendorTable)
      .where(ofShop)
      .for('update');
    if (before === undefined) return;
    await transaction.update(vendorTable).set({ faqPageId, updatedAt: sql`now()` }).where(ofShop);
    const change = { setting: 'shopifyManifest.faqPageId', from: before.faqPageId, to: faqPageId };
    await recordSettingChange(transaction, context, change);
  });
}
