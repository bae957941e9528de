import { z } from 'zod';
import { adjustmentTypes, anchorTypes, planIntervals } from '../../store/record-parts.ts';
import type { Address, Contract, ContractContents, ContractLine } from '../../store/records.ts';
import { contractStatuses } from '../../store/subscription-records.ts';
import { type Context, timestampOf } from '../context.ts';
import { idOf } from '../global-id.ts';
import { amountOf, hundredthsOf } from '../money.ts';
import { Refused } from './contract-changes.ts';

const text = z.string().nullish();
const decimal = z.union([z.string(), z.number()]);
const anchors = z
  .array(
    z.object({
      type: z.enum(anchorTypes).nullish(),
      day: z.number().int().nullish(),
      month: z.number().int().nullish(),
      cutoffDay: z.number().int().nullish(),
    }),
  )
  .nullish();
const frequency = { interval: z.enum(planIntervals), intervalCount: z.number().int(), anchors };
const attributes = z.array(z.object({ key: z.string(), value: z.string() })).nullish();

const addressInput = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  provinceCode: text,
  zip: text,
  countryCode: text,
  phone: text,
});

export const draftInput = z.object({
  billingPolicy: z
    .object({
      ...frequency,
      minCycles: z.number().int().nullish(),
      maxCycles: z.number().int().nullish(),
    })
    .nullish(),
  deliveryPolicy: z.object(frequency).nullish(),
  deliveryMethod: z
    .object({
      shipping: z
        .object({
          address: addressInput.nullish(),
          shippingOption: z.object({ title: text, code: text }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  deliveryPrice: decimal.nullish(),
  nextBillingDate: z.coerce.date().nullish(),
  note: text,
  customAttributes: attributes,
  paymentMethodId: text,
  status: z.enum(contractStatuses).nullish(),
});
type DraftInput = z.infer<typeof draftInput>;

const pricingPolicy = z
  .object({
    basePrice: decimal,
    cycleDiscounts: z.array(
      z.object({
        afterCycle: z.number().int(),
        adjustmentType: z.enum(adjustmentTypes),
        adjustmentValue: z.object({
          percentage: z.number().nullish(),
          fixedValue: decimal.nullish(),
        }),
        computedPrice: decimal,
      }),
    ),
  })
  .nullish();

export const lineUpdateInput = z.object({
  productVariantId: text,
  quantity: z.number().int().nullish(),
  currentPrice: decimal.nullish(),
  sellingPlanId: text,
  sellingPlanName: text,
  pricingPolicy,
  customAttributes: attributes,
});
export const lineInput = lineUpdateInput.extend({
  productVariantId: z.string(),
  quantity: z.number().int(),
  currentPrice: decimal,
});
type LineUpdateInput = z.infer<typeof lineUpdateInput>;

/** An amount as records have it; refuses negative ones. */
function amountIn(value: string | number, field: readonly string[]): string {
  const hundredths = hundredthsOf(String(value));
  if (hundredths >= 0) return amountOf(hundredths);
  throw new Refused('GREATER_THAN_OR_EQUAL_TO', 'Price must be greater than or equal to 0', field);
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function addressIn(input: z.infer<typeof addressInput>): Address {
  const countryCode = input.countryCode ?? '';
  return {
    firstName: input.firstName ?? '',
    lastName: input.lastName ?? '',
    company: input.company ?? null,
    address1: input.address1 ?? '',
    address2: input.address2 ?? null,
    city: input.city ?? '',
    provinceCode: input.provinceCode ?? '',
    zip: input.zip ?? '',
    country: countryCode === '' ? '' : (countryNames.of(countryCode) ?? countryCode),
    countryCode,
    phone: input.phone ?? null,
  };
}

function deliveryIn(
  { shipping }: NonNullable<DraftInput['deliveryMethod']>,
  before: ContractContents['delivery'],
): NonNullable<ContractContents['delivery']> {
  const address = shipping?.address == null ? before?.address : addressIn(shipping.address);
  if (address === undefined) {
    const field = ['input', 'deliveryMethod'];
    throw new Refused('DELIVERY_METHOD_REQUIRED', 'Only shipping is known here.', field);
  }
  const title = shipping?.shippingOption?.title ?? before?.title ?? 'Standard';
  return { address, title, code: shipping?.shippingOption?.code ?? before?.code ?? title };
}

/** The input's changes of a contract's contents. */
export function contentsIn(
  { store }: Context,
  input: DraftInput,
  before: Pick<ContractContents, 'delivery'> & Pick<Contract, 'customerId'>,
): Partial<ContractContents> {
  const change: Partial<ContractContents> = {};
  if (input.deliveryMethod != null)
    change.delivery = deliveryIn(input.deliveryMethod, before.delivery);
  if (input.deliveryPrice != null) {
    change.deliveryPrice = amountIn(input.deliveryPrice, ['input', 'deliveryPrice']);
  }
  if (input.note !== undefined) change.note = input.note;
  if (input.customAttributes != null) change.customAttributes = input.customAttributes;
  if (input.paymentMethodId != null) {
    const id = idOf('CustomerPaymentMethod', input.paymentMethodId);
    const method = store.tables.paymentMethods.get(id);
    const field = ['input', 'paymentMethodId'];
    if (method === undefined) {
      throw new Refused(
        'MISSING_CUSTOMER_PAYMENT_METHOD',
        'Customer payment method is required.',
        field,
      );
    }
    if (method.customerId !== before.customerId) {
      throw new Refused('CUSTOMER_MISMATCH', 'The payment method is another customer’s.', field);
    }
    change.paymentMethodId = method.id;
  }
  return change;
}

type Policies = Pick<Contract, 'billingPolicy' | 'deliveryPolicy'>;
type FrequencyInput = NonNullable<DraftInput['deliveryPolicy']>;

function frequencyIn({ interval, intervalCount, anchors: given }: FrequencyInput, name: string) {
  if (intervalCount < 1) {
    const field = ['input', name, 'intervalCount'];
    throw new Refused('GREATER_THAN', 'Interval count must be greater than 0', field);
  }
  return {
    interval,
    intervalCount,
    anchors: (given ?? []).map((anchor) => ({
      type: anchor.type ?? ('WEEKDAY' as const),
      day: anchor.day ?? 1,
      month: anchor.month ?? null,
      cutoffDay: anchor.cutoffDay ?? null,
    })),
  };
}

/** The input's changes of a contract's policies. */
export function policiesIn(input: DraftInput): Partial<Policies> {
  const change: Partial<Policies> = {};
  if (input.billingPolicy != null) {
    const { minCycles = null, maxCycles = null, ...given } = input.billingPolicy;
    if (minCycles !== null && maxCycles !== null && maxCycles < minCycles) {
      throw new Refused(
        'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES',
        'Maximum cycles must be greater than minimum cycles.',
        ['input', 'billingPolicy', 'maxCycles'],
      );
    }
    change.billingPolicy = { ...frequencyIn(given, 'billingPolicy'), minCycles, maxCycles };
  }
  if (input.deliveryPolicy != null) {
    change.deliveryPolicy = frequencyIn(input.deliveryPolicy, 'deliveryPolicy');
  }
  return change;
}

/** Refuses a billing policy that doesn't pay for a whole number of deliveries. */
export function checkPolicies({ billingPolicy, deliveryPolicy }: Policies): void {
  if (billingPolicy.interval !== deliveryPolicy.interval) return;
  if (billingPolicy.intervalCount % deliveryPolicy.intervalCount === 0) return;
  throw new Refused(
    'DELIVERY_MUST_BE_MULTIPLE_OF_BILLING',
    'The delivery policy interval must be a multiple of the billing policy interval.',
    ['input', 'deliveryPolicy'],
  );
}

function pricingIn(policy: NonNullable<LineUpdateInput['pricingPolicy']>): ContractLine['pricing'] {
  return {
    basePrice: amountIn(policy.basePrice, ['input', 'pricingPolicy', 'basePrice']),
    cycleDiscounts: policy.cycleDiscounts.map(
      ({ adjustmentValue, computedPrice, ...discount }) => ({
        ...discount,
        percentage: adjustmentValue.percentage ?? null,
        fixedValue: adjustmentValue.fixedValue == null ? null : String(adjustmentValue.fixedValue),
        computedPrice: amountIn(computedPrice, ['input', 'pricingPolicy', 'cycleDiscounts']),
      }),
    ),
  };
}

/** The input's changes of a line. */
export function lineChangeIn({ store }: Context, input: LineUpdateInput): Partial<ContractLine> {
  const change: Partial<ContractLine> = {};
  if (input.productVariantId != null) {
    const variant = store.tables.variants.get(idOf('ProductVariant', input.productVariantId));
    const product = store.tables.products.get(variant?.productId ?? null);
    if (variant === undefined || product === undefined) {
      throw new Refused('INVALID', 'Product variant does not exist.', [
        'input',
        'productVariantId',
      ]);
    }
    change.variantId = variant.id;
    change.productId = product.id;
    change.title = product.title;
    change.variantTitle = variant.title;
    change.sku = variant.sku;
  }
  if (input.quantity != null) {
    if (input.quantity < 1) {
      const field = ['input', 'quantity'];
      throw new Refused(
        'GREATER_THAN_OR_EQUAL_TO',
        'Quantity must be greater than or equal to 1',
        field,
      );
    }
    change.quantity = input.quantity;
  }
  if (input.currentPrice != null) {
    change.currentPrice = amountIn(input.currentPrice, ['input', 'currentPrice']);
  }
  if (input.pricingPolicy != null) change.pricing = pricingIn(input.pricingPolicy);
  if (input.sellingPlanId != null) change.sellingPlanId = idOf('SellingPlan', input.sellingPlanId);
  if (input.customAttributes != null) change.customAttributes = input.customAttributes;
  if (input.sellingPlanName != null) change.sellingPlanName = input.sellingPlanName;
  return change;
}

/** The draft line that an input adds. */
export function newLine(
  context: Context,
  id: number,
  input: z.infer<typeof lineInput>,
): ContractLine {
  return {
    id,
    variantId: null,
    productId: null,
    title: '',
    variantTitle: '',
    sku: '',
    quantity: 1,
    currentPrice: '0.00',
    pricing: null,
    sellingPlanId: null,
    sellingPlanName: null,
    ...lineChangeIn(context, input),
  };
}

export const dateIn = (date: Date | null | undefined) => (date == null ? null : timestampOf(date));
