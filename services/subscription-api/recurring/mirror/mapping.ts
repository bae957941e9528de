import { createHash } from 'node:crypto';
import { originalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf, orderAmountOf } from '#contract/money.ts';
import type {
  billingCycleTable,
  paymentMethodTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import type {
  PlatformContract,
  PlatformContractLine,
  PlatformCycle,
  PlatformPaymentMethod,
} from './documents.ts';

type ContractRow = typeof subscriptionContractTable.$inferSelect;
type ContractLineRow = typeof subscriptionContractLineTable.$inferSelect;
export type CycleRow = typeof billingCycleTable.$inferSelect;
type PaymentMethodRow = typeof paymentMethodTable.$inferSelect;

/** The start of the id that stands for an erased customer. */
export const erasedMark = 'erased ';
/** Stands for the id of an origin order that the platform doesn't show. */
export const hiddenOrder = 'hidden';

export type MirroredContract = {
  contract: ContractRow;
  lines: ContractLineRow[];
  cycles: CycleRow[];
  method: PaymentMethodRow | null;
};

/** A contract as the platform has it, with all of its lines. */
export type ContractTruth = {
  contract: PlatformContract;
  cycles: readonly PlatformCycle[];
};

const day = 86_400_000;
/**
 * The dates to read cycles of: from 31 days back, so that an overdue one doesn't drop out of sight, to 45 days ahead. The calendar shows 30, and a
 * contract to which nothing happens is read once a week.
 */
export function cycleWindow(askedAt: Date): { from: Date; to: Date } {
  return {
    from: new Date(askedAt.getTime() - 31 * day),
    to: new Date(askedAt.getTime() + 45 * day),
  };
}

/** Charged or skipped cycles are only stored while they lie ahead. */
export function isKeptCycle(cycle: CycleRow, askedAt: Date): boolean {
  return cycle.expectedAt >= askedAt || !(cycle.isBilled || cycle.isSkipped);
}

function minorUnits({ amount, currencyCode }: { amount: string; currencyCode: string }): number {
  const units = minorUnitsOf({ price: amount, currencyCode });
  if (units === null) throw new Error(`The platform's amount can't be read in ${currencyCode}.`);
  return units;
}

const idOrNull = (globalId: string | null | undefined) =>
  globalId == null ? null : originalIdOf(globalId);

const kinds: ReadonlyMap<string | undefined, string> = new Map([
  ['CustomerCreditCard', 'CARD'],
  ['CustomerPaypalBillingAgreement', 'PAYPAL'],
  ['CustomerShopPayAgreement', 'SHOP_PAY'],
]);

function methodRow(shop: string, method: PlatformPaymentMethod): PaymentMethodRow {
  const { id, instrument, revokedAt } = method;
  return {
    shop,
    id: originalIdOf(id),
    // A revoked method may have lost its instrument.
    kind: kinds.get(instrument?.__typename) ?? 'OTHER',
    lastDigits: instrument?.lastDigits ?? null,
    expiryMonth: instrument?.expiryMonth ?? null,
    expiryYear: instrument?.expiryYear ?? null,
    revokedAt,
  };
}

function lineRow(
  owner: { shop: string; contractId: string },
  line: PlatformContractLine,
  position: number,
): ContractLineRow {
  return {
    ...owner,
    id: originalIdOf(line.id),
    position,
    productId: idOrNull(line.productId),
    variantId: idOrNull(line.variantId),
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    price: minorUnits(line.currentPrice),
    planId: idOrNull(line.sellingPlanId),
    planName: line.sellingPlanName,
  };
}

/** Names what a contract's lines hold, as the migration did in SQL. */
function nameOfContents(lines: readonly ContractLineRow[]): bigint {
  const contents = lines.map(({ productId, variantId, title, variantTitle, quantity }) =>
    [productId ?? '', variantId ?? '', title, variantTitle ?? '', quantity].join('\u001f'),
  );
  return createHash('md5').update(contents.join('\u001e')).digest().readBigInt64BE();
}

/**
 * When the contract is charged next: the first open cycle that is ahead, or fell due within a day. Those before it wait for another try or for the
 * merchant, and aren't its next order.
 */
function nextDueAt(cycles: readonly CycleRow[], askedAt: Date): Date | null {
  const next = cycles
    .toSorted((one, other) => one.cycleIndex - other.cycleIndex)
    .find(
      ({ expectedAt, isBilled, isSkipped }) =>
        expectedAt.getTime() > askedAt.getTime() - day && !isBilled && !isSkipped,
    );
  return next?.expectedAt ?? null;
}

/** Without `read_all_orders` the platform shows no order that is older. */
const longestShown = 60 * day;

/**
 * The origin order of a contract that shows none, and that is read for the first time; null if it began without one. Whatever a plan has sold began
 * with an order, which may be too old to be seen. What an import makes names no plan.
 */
const hiddenOrderOf = ({ createdAt, lines }: PlatformContract, askedAt: Date) =>
  askedAt.getTime() - createdAt.getTime() > longestShown &&
  lines.nodes.some(({ sellingPlanId }) => sellingPlanId !== null)
    ? hiddenOrder
    : null;

/**
 * The rows of a contract, with every cycle that was read. `kept` are the rows before: they preserve an origin order that is too old for the app to
 * see, when a pause ends, and that the customer was erased. Cycles that billing has `looked` at get no forecast amount, because billing stores where they stand.
 */
export function rowsOfContract(
  shop: string,
  { contract, cycles }: ContractTruth,
  {
    askedAt,
    isUsageBased,
    cutoff,
    addressHash,
    kept,
    looked = [],
  }: {
    askedAt: Date;
    isUsageBased: boolean | null;
    cutoff: number | null;
    addressHash: string | null;
    kept: MirroredContract | null;
    looked?: readonly number[];
  },
): MirroredContract {
  const id = originalIdOf(contract.id);
  const owner = { shop, contractId: id };
  const { status, billingPolicy, deliveryPolicy } = contract;
  const isErased = kept?.contract.customerId?.startsWith(erasedMark) ?? false;
  const customer = isErased ? null : contract.customer;
  const customerPaymentMethod = isErased ? null : contract.customerPaymentMethod;
  const lines = contract.lines.nodes.map((line, index) => lineRow(owner, line, index));
  const deliveryPrice = minorUnits(contract.deliveryPrice);
  const { currencyCode } = contract;
  const amount = orderAmountOf(lines, deliveryPrice);
  const holds = nameOfContents(lines);
  const isLooked = status === 'ACTIVE' && isUsageBased !== true;
  // Where nobody knows how it is billed, the look lists the order, and nothing is charged by itself.
  const isForeseen = isLooked && isUsageBased !== null;
  const cycleRows = cycles.map((cycle) => ({
    ...owner,
    cycleIndex: cycle.cycleIndex,
    expectedAt: cycle.billingAttemptExpectedDate,
    isBilled: cycle.status === 'BILLED',
    isSkipped: cycle.skipped,
    isEdited: cycle.edited,
    ...(isForeseen && !looked.includes(cycle.cycleIndex)
      ? { amount, currencyCode, holds }
      : { amount: null, currencyCode: null, holds: null }),
  }));
  return {
    contract: {
      shop,
      id,
      status,
      revision: contract.revisionId,
      customerId: idOrNull(customer?.id) ?? kept?.contract.customerId ?? null,
      originOrderId:
        idOrNull(contract.originOrder?.id) ??
        (kept === null ? hiddenOrderOf(contract, askedAt) : kept.contract.originOrderId),
      currencyCode,
      deliveryPrice,
      billingInterval: billingPolicy.interval,
      billingIntervalCount: billingPolicy.intervalCount,
      minCycles: billingPolicy.minCycles,
      maxCycles: billingPolicy.maxCycles,
      deliveryInterval: deliveryPolicy.interval,
      deliveryIntervalCount: deliveryPolicy.intervalCount,
      anchors: deliveryPolicy.anchors,
      cutoff: deliveryPolicy.anchors.length === 0 ? null : cutoff,
      isUsageBased,
      paymentMethodId: idOrNull(customerPaymentMethod?.id),
      nextDueAt: isLooked ? nextDueAt(cycleRows, askedAt) : null,
      createdAt: contract.createdAt,
      updatedAt: contract.updatedAt,
      askedAt,
      goneAt: null,
      resumesAt: status === 'PAUSED' ? (kept?.contract.resumesAt ?? null) : null,
      addressHash: isErased ? null : addressHash,
    },
    lines,
    cycles: cycleRows,
    method: customerPaymentMethod === null ? null : methodRow(shop, customerPaymentMethod),
  };
}
