import type { ContractContents, ContractLine } from '../../store/records.ts';
import { paginateById } from '../connection.ts';
import { type Context, requireScopes } from '../context.ts';
import { globalId } from '../global-id.ts';
import { amountOf, hundredthsOf, money } from '../money.ts';
import { addressOf } from '../orders.ts';
import { pictureOf } from '../products.ts';
import { methodFor } from './payment-methods.ts';

type Shown = ContractContents & { id: number };
type ShownLine = ContractLine;

/** One page of a list in its own order. */
export function paginateInOrder<Entry>(args: unknown, entries: readonly Entry[]) {
  const page = paginateById(
    args,
    entries.map((_, index) => ({ id: index + 1 })),
  );
  const edges = page.edges.flatMap(({ cursor, node }) => {
    const entry = entries[node.id - 1];
    return entry === undefined ? [] : [{ cursor, node: entry }];
  });
  return { edges, nodes: edges.map(({ node }) => node), pageInfo: page.pageInfo };
}

const inStoreCurrency = (amount: string, { store }: Context) =>
  money(amount, store.shop.currencyCode);

/** The fields that contracts, drafts and a cycle's edited contract share. */
export const contentsFields = {
  currencyCode: (_: Shown, __: unknown, { store }: Context) => store.shop.currencyCode,
  lines: ({ lines }: Shown, args: unknown) => paginateInOrder(args, lines),
  deliveryPrice: ({ deliveryPrice }: Shown, _: unknown, context: Context) =>
    inStoreCurrency(deliveryPrice, context),
  deliveryMethod: ({ delivery, id }: Shown) =>
    delivery === null
      ? null
      : {
          __typename: 'SubscriptionDeliveryMethodShipping',
          address: addressOf(delivery.address, id),
          shippingOption: {
            title: delivery.title,
            presentmentTitle: delivery.title,
            code: delivery.code,
          },
        },
  customerPaymentMethod: (
    { paymentMethodId }: Shown,
    args: { showRevoked?: boolean },
    context: Context,
  ) => {
    requireScopes(context, 'customerPaymentMethod', ['read_customer_payment_methods']);
    return methodFor(context.store, paymentMethodId, args.showRevoked === true);
  },
};

export const contentsResolvers = {
  SubscriptionLine: {
    id: (line: ShownLine) => globalId('SubscriptionLine', line.id),
    productId: (line: ShownLine) =>
      line.productId === null ? null : globalId('Product', line.productId),
    variantId: (line: ShownLine, _: unknown, { store }: Context) =>
      line.variantId === null || store.tables.variants.get(line.variantId) === undefined
        ? null
        : globalId('ProductVariant', line.variantId),
    variantImage: (line: ShownLine, _: unknown, context: Context) =>
      pictureOf(context.store.tables.products.get(line.productId), context),
    currentPrice: (line: ShownLine, _: unknown, context: Context) =>
      inStoreCurrency(line.currentPrice, context),
    lineDiscountedPrice: (line: ShownLine, _: unknown, context: Context) =>
      inStoreCurrency(amountOf(hundredthsOf(line.currentPrice) * line.quantity), context),
    pricingPolicy: ({ pricing }: ShownLine, _: unknown, context: Context) =>
      pricing && {
        basePrice: inStoreCurrency(pricing.basePrice, context),
        cycleDiscounts: pricing.cycleDiscounts.map((discount) => ({
          ...discount,
          computedPrice: inStoreCurrency(discount.computedPrice, context),
          adjustmentValue:
            discount.fixedValue === null
              ? {
                  __typename: 'SellingPlanPricingPolicyPercentageValue',
                  percentage: discount.percentage ?? 0,
                }
              : { __typename: 'MoneyV2', ...inStoreCurrency(discount.fixedValue, context) },
        })),
      },
    sellingPlanId: (line: ShownLine) =>
      line.sellingPlanId === null ? null : globalId('SellingPlan', line.sellingPlanId),
    customAttributes: ({ customAttributes }: ShownLine) => customAttributes ?? [],
    requiresShipping: () => true,
    taxable: () => true,
  },
};
