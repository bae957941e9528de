import { z } from 'zod';
import { timestampOf } from '../graphql/context.ts';
import { amountOf } from '../graphql/money.ts';
import { isLimited } from '../graphql/products.ts';
import { openContract, vaultPaymentMethod } from '../graphql/subscriptions/open-contract.ts';
import { nextOrderNumber } from '../graphql/subscriptions/process-attempt.ts';
import { person } from '../seed/people.ts';
import { Random } from '../seed/random.ts';
import type { Contract, Customer, Order, PaymentMethod, Plan } from '../store/records.ts';
import type { Store, Transaction } from '../store/store.ts';
import { cardFields, cardNumbered, cardSchema, firstCard } from './cards.ts';
import type { lineItems } from './cart.ts';

export const shipping = { title: 'Standard', price: '4.90' };

const required = z.string().trim().min(1, 'Fill this in').max(255, 'Use 255 characters or fewer');
const buyerSchema = z.object({
  email: z.email('Enter an email address'),
  firstName: required,
  lastName: required,
  address1: required,
  address2: z.string().trim().max(255, 'Use 255 characters or fewer'),
  city: required,
  provinceCode: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Enter two capital letters, such as CA'),
  zip: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'Enter five digits'),
  card: cardSchema,
});
type Buyer = z.infer<typeof buyerSchema>;
type FieldName = keyof Buyer;

const labels: ReadonlyArray<{
  name: FieldName;
  label: string;
  type?: string;
  autocomplete: string;
}> = [
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' },
  { name: 'firstName', label: 'First name', autocomplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autocomplete: 'family-name' },
  { name: 'address1', label: 'Address', autocomplete: 'address-line1' },
  { name: 'address2', label: 'Apartment (optional)', autocomplete: 'address-line2' },
  { name: 'city', label: 'City', autocomplete: 'address-level2' },
  { name: 'provinceCode', label: 'State', autocomplete: 'address-level1' },
  { name: 'zip', label: 'ZIP code', autocomplete: 'postal-code' },
];

/** A made-up person who hasn't bought in this store yet. */
export function newBuyer(store: Store): Record<string, string> {
  const number = store.tables.customers.size + 1;
  const { email, address } = person(new Random(`checkout ${store.shop.handle} ${number}`), number);
  const { firstName, lastName, address1, address2, city, provinceCode, zip } = address;
  return {
    ...{ email, firstName, lastName, address1, address2: address2 ?? '', city, provinceCode, zip },
    card: firstCard,
  };
}

/** The page's fields with the typed values and their errors. */
export function checkoutFields(
  typed: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string[] | undefined>> = {},
) {
  return {
    fields: labels.map(({ type = 'text', ...field }) => ({
      ...field,
      type,
      value: typed[field.name] ?? '',
      error: errors[field.name]?.[0] ?? null,
    })),
    ...cardFields(typed, errors),
    has_errors: Object.keys(errors).length > 0,
  };
}

/** Reads the typed values: returns the buyer, or the errors of each field. */
export function readBuyer(
  typed: unknown,
): { buyer: Buyer } | { errors: Readonly<Record<string, string[] | undefined>> } {
  const read = buyerSchema.safeParse(typed);
  return read.success ? { buyer: read.data } : { errors: z.flattenError(read.error).fieldErrors };
}

/** A line of the cart in the store's own currency. */
type SoldLine = ReturnType<typeof lineItems>[number];

/** Why the cart can't be sold now; null if it can. */
export function refusalOf(store: Store, lines: readonly SoldLine[]): string | null {
  const wanted = new Map<number, number>();
  for (const { variant, quantity } of lines) {
    wanted.set(variant.id, (wanted.get(variant.id) ?? 0) + quantity);
  }
  for (const [id, quantity] of wanted) {
    const variant = store.tables.variants.get(id);
    if (variant !== undefined && !isLimited(variant)) continue;
    const left = variant?.inventoryQuantity ?? 0;
    const title = lines.find(({ variant }) => variant.id === id)?.title;
    if (quantity <= left) continue;
    return left > 0
      ? `Only ${left} left of ${title}. Empty the cart, then take fewer.`
      : `${title} is sold out. Empty the cart, then choose another.`;
  }
  return null;
}

export type Placed = { order: Order; contracts: Contract[]; method: PaymentMethod | null };

function customerFor(transaction: Transaction, store: Store, buyer: Buyer, at: string): Customer {
  const email = buyer.email.toLowerCase();
  const known = store.tables.customers.all().find((one) => one.email.toLowerCase() === email);
  if (known !== undefined) return known;
  const { firstName, lastName } = buyer;
  const customer: Customer = {
    id: transaction.newId(),
    ...{ firstName, lastName, email, phone: null, tags: [], address: addressOf(buyer) },
    createdAt: at,
    updatedAt: at,
  };
  transaction.put('customers', customer);
  return customer;
}

function addressOf({ firstName, lastName, address1, address2, city, provinceCode, zip }: Buyer) {
  return {
    ...{ firstName, lastName, company: null, address1, address2: address2 || null },
    ...{ city, provinceCode, zip, country: 'United States', countryCode: 'US', phone: null },
  };
}

/** The cart's recurring plans, each with its lines, because a contract has only one plan. */
function subscriptionsIn(store: Store, lines: readonly SoldLine[]): Map<Plan, SoldLine[]> {
  const plans = store.tables.groups.all().flatMap((group) => group.plans);
  const sold = new Map<Plan, SoldLine[]>();
  for (const line of lines) {
    const planId = line.selling_plan_allocation?.selling_plan.id;
    const plan = plans.find(({ id }) => id === planId);
    if (plan?.billing.kind !== 'recurring' || plan.delivery.kind !== 'recurring') continue;
    sold.set(plan, [...(sold.get(plan) ?? []), line]);
  }
  return sold;
}

function orderOf(
  transaction: Transaction,
  store: Store,
  {
    lines,
    customer,
    buyer,
    at,
  }: { lines: readonly SoldLine[]; customer: Customer; buyer: Buyer; at: string },
): Order {
  const isSubscription = subscriptionsIn(store, lines).size > 0;
  const owes = lines.some(
    ({ selling_plan_allocation: allocation }) =>
      (allocation?.remaining_balance_charge_amount ?? 0) > 0,
  );
  return {
    id: transaction.newId(),
    number: nextOrderNumber(store),
    customerId: customer.id,
    email: buyer.email,
    note: null,
    tags: isSubscription ? ['Subscription', 'Subscription First Order'] : [],
    financialStatus: owes ? 'PARTIALLY_PAID' : 'PAID',
    fulfillmentStatus: 'UNFULFILLED',
    shippingAddress: addressOf(buyer),
    shippingTitle: shipping.title,
    shippingPrice: shipping.price,
    lines: lines.map(({ title, variant, quantity, selling_plan_allocation: allocation }) => ({
      id: transaction.newId(),
      variantId: variant.id,
      title,
      variantTitle: variant.title,
      sku: variant.sku,
      quantity,
      unitPrice: amountOf(allocation?.compare_at_price ?? variant.price),
      ...(allocation && { discountedUnitPrice: amountOf(allocation.price) }),
      sellingPlan: allocation && {
        id: allocation.selling_plan.id,
        name: allocation.selling_plan.name,
      },
    })),
    createdAt: at,
    cancelledAt: null,
  };
}

/**
 * Sells the cart's lines: makes one paid order and, for lines with recurring plans, a vaulted card and a contract per plan. If it throws,
 * nothing is sold.
 */
export function placeOrder(
  store: Store,
  lines: readonly SoldLine[],
  buyer: Buyer,
  now: Date,
): Placed {
  const at = timestampOf(now);
  return store.transact((transaction) => {
    const customer = customerFor(transaction, store, buyer, at);
    const order = orderOf(transaction, store, { lines, customer, buyer, at });
    transaction.put('orders', order);
    takeFromStock(transaction, store, order, at);
    const subscriptions = subscriptionsIn(store, lines);
    if (subscriptions.size === 0) return { order, contracts: [], method: null };
    const method = vaultPaymentMethod(transaction, customer.id, now, {
      ...cardNumbered(buyer.card),
      holder: `${buyer.firstName} ${buyer.lastName}`,
    });
    const contracts = [...subscriptions].map(([plan, planned]) =>
      openContract(transaction, {
        customerId: customer.id,
        originOrderId: order.id,
        paymentMethodId: method.id,
        plan,
        lines: planned.flatMap(({ title, variant: { id }, quantity }) => {
          const variant = store.tables.variants.get(id);
          return variant === undefined ? [] : [{ variant, productTitle: title, quantity }];
        }),
        address: order.shippingAddress,
        shippingTitle: shipping.title,
        shippingPrice: shipping.price,
        currencyCode: store.shop.currencyCode,
        timezone: store.shop.timezone,
        createdAt: now,
      }),
    );
    return { order, contracts, method };
  });
}

function takeFromStock(transaction: Transaction, store: Store, order: Order, at: string): void {
  const taken = new Map<number, number>();
  for (const { variantId, quantity } of order.lines) {
    taken.set(variantId, (taken.get(variantId) ?? 0) + quantity);
  }
  for (const [id, quantity] of taken) {
    const variant = store.tables.variants.get(id);
    if (variant === undefined) continue;
    const inventoryQuantity = variant.inventoryQuantity - quantity;
    transaction.put('variants', { ...variant, inventoryQuantity, updatedAt: at });
  }
}
