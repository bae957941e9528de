import { and, eq } from 'drizzle-orm';
import { notFoundTexts } from '#contract/endpoint.ts';
import { formatMoney } from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf } from '#contract/money.ts';
import type { AddOnce } from '#contract/subscription-contract.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { orderExtraTable as extras } from '../../store/schema.ts';
import { isUnderWay } from '../billing/extras.ts';
import { unknownUntilOf } from '../billing/situation.ts';
import { whileUncharged } from '../billing/while-uncharged.ts';
import { findSoldVariants } from '../extras/documents.ts';
import { type ExtraRow, extraInWords } from '../extras/extras.ts';
import { findRotations } from '../rotation/places.ts';
import { recordInTimeline } from '../timeline/timeline.ts';
import { changeTexts } from './change.ts';
import type { KeptContract } from './coming-orders.ts';
import { changesOf, contractTag, findKeptContract } from './contract.ts';
import { refreshBeforeChange } from './refresh-kept.ts';

/** Why a product isn't added to the next order, or not taken out of it again, for the merchant. */
export const onceTexts = {
  notSold: 'This product isn’t for sale anymore. Please pick another one.',
  rotates: 'This product has a rotation. Please pick the product of it that shall go out.',
  price: (price: string) =>
    `This product costs ${price} by now, so nothing was added. Please enter the price that you want.`,
  otherCurrency: (own: string, charged: string) =>
    `Your products’ prices are in ${own}, and this subscription is charged in ${charged}. Please enter a price.`,
  enough: 'An order takes ten additions at most.',
  underWay: 'The order that holds it is being charged already, so it can’t be removed anymore.',
  wentOut: 'The order that it was added to was charged meanwhile.',
} as const;

const mostWaiting = 10;

const conflict = (message: string) => new ServiceError('conflict', { message });
const busy = () => conflict(changeTexts.busy);

const isExtra = (shop: string, id: string) => and(eq(extras.shop, shop), eq(extras.id, id));

async function find({ database, shop }: ShopContext, id: string): Promise<ExtraRow | undefined> {
  const [row] = await database.select().from(extras).where(isExtra(shop, id));
  return row;
}

async function keptOf(context: ShopContext, contract: string): Promise<KeptContract> {
  const kept = await findKeptContract(context, contract);
  if (kept === null) throw notFound(notFoundTexts.SubscriptionContract);
  return kept;
}

/**
 * Adds a product to the order of a contract that goes out next. Shopify isn't told before that is charged, so nothing else is prevented by
 * it. Asking again with the same id adds nothing.
 * @param ifMatch the tag of the subscription as the merchant has seen it
 * @throws ServiceError `conflict` in words for the merchant
 */
export async function addOnce(
  context: ShopContext,
  contract: string,
  { id, variant, quantity, price, isOwnPrice }: Omit<AddOnce, 'change'>,
  ifMatch: string | undefined,
): Promise<void> {
  const { shop, now } = context;
  await keptOf(context, contract);
  await whileUncharged(context, contract, { busy }, async (lease) => {
    const before = await find(context, id);
    if (before !== undefined) {
      if (before.contractId !== contract) throw conflict(changeTexts.changed);
      return;
    }
    const { kept: seen, truth, wasRight } = await refreshBeforeChange(context, contract);
    if (truth === null || truth.contract.goneAt !== null) throw conflict(changeTexts.gone);
    const kept = await keptOf(context, contract);
    // By the cycles that were kept before: the refresh brings those that came near meanwhile.
    const isSeen = seen !== null && ifMatch === contractTag({ ...kept, ...seen });
    if (!wasRight || !isSeen) throw conflict(changeTexts.changed);
    if (!changesOf(kept).includes('add once')) throw conflict(changeTexts.notNow);
    const isOpen = kept.attempts.some(
      (row) => row.state === 'pending' || unknownUntilOf(row, now()) !== null,
    );
    if (isOpen) throw busy();
    if (kept.extras.length >= mostWaiting) throw conflict(onceTexts.enough);
    const { currencyCode } = kept.contract;
    const product = await findProduct(context, variant);
    const rotation = (await findRotations(context, [product.productId])).get(product.productId);
    // A rotation is followed for what is subscribed to alone, so nothing of it would go out.
    if (rotation?.order.includes(product.productId) === false) throw conflict(onceTexts.rotates);
    if (isOwnPrice) requirePrice(product, { price, currencyCode });
    const row = {
      ...{ shop, id, contractId: contract, productId: product.productId, variantId: variant },
      ...{ title: product.title, variantTitle: product.variantTitle },
      ...{ quantity, price, currencyCode, addedAt: now() },
    };
    const isMine = await lease.end(async (transaction) => {
      await transaction.insert(extras).values(row);
      await recordInTimeline(
        { ...context, database: transaction },
        {
          ...{ contract, kind: 'added once', by: { who: 'merchant' } },
          details: {
            subject: extraInWords(row),
            to: formatMoney(price * quantity, currencyCode),
          },
        },
      );
    });
    if (!isMine) throw busy();
  });
}

type Product = {
  productId: string;
  title: string;
  variantTitle: string | null;
  /** In major units of the store's currency. */
  price: string;
  storeCurrency: string;
};

async function findProduct(context: ShopContext, variant: string): Promise<Product> {
  const ids = [globalIdOf('ProductVariant', variant)];
  const { nodes, shop } = await context.graphql(findSoldVariants, { ids });
  const [found] = nodes;
  if (found?.product.status !== 'ACTIVE') throw conflict(onceTexts.notSold);
  return {
    productId: originalIdOf(found.product.id),
    title: found.product.title,
    variantTitle: found.title === 'Default Title' ? null : found.title,
    price: found.price,
    storeCurrency: shop.currencyCode,
  };
}

/** If the merchant was shown the product's own price, it must still be that: otherwise a price that nobody chose would be charged. */
function requirePrice(
  product: Product,
  { price, currencyCode }: { price: number; currencyCode: string },
): void {
  const { storeCurrency } = product;
  if (storeCurrency !== currencyCode) {
    throw conflict(onceTexts.otherCurrency(storeCurrency, currencyCode));
  }
  const own = minorUnitsOf({ price: product.price, currencyCode });
  if (own !== price) throw conflict(onceTexts.price(formatMoney(own ?? 0, currencyCode)));
}

/**
 * Takes out of the next order again what was added to it. What was taken out already stays so.
 * @throws ServiceError `conflict` in words for the merchant
 */
export async function removeOnce(
  context: ShopContext,
  contract: string,
  id: string,
): Promise<void> {
  const { shop, now } = context;
  await keptOf(context, contract);
  await whileUncharged(context, contract, { busy }, async (lease) => {
    const extra = await find(context, id);
    if (extra === undefined || extra.contractId !== contract) {
      throw conflict(changeTexts.changed);
    }
    if (extra.outcome === 'removed') return;
    if (extra.endedAt !== null) throw conflict(onceTexts.wentOut);
    if (isUnderWay(extra, await keptOf(context, contract), now()))
      throw conflict(onceTexts.underWay);
    const isMine = await lease.end(async (transaction) => {
      await transaction
        .update(extras)
        .set({ outcome: 'removed', endedAt: now() })
        .where(isExtra(shop, id));
      await recordInTimeline(
        { ...context, database: transaction },
        {
          ...{ contract, kind: 'removed once', by: { who: 'merchant' } },
          details: { subject: extraInWords(extra) },
        },
      );
    });
    if (!isMine) throw busy();
  });
}
