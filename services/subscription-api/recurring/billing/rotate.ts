import { isDeepStrictEqual } from 'node:util';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { majorUnitsOf } from '#contract/money.ts';
import { orderPriceOf, planPricesOf } from '#contract/order-prices.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import { chooseExtras, type ExtrasOfOrder, extraOf, lineFor } from '../extras/choose.ts';
import { type ExtraRow, listWaitingExtras, type WithAttempt } from '../extras/extras.ts';
import {
  type Choice,
  canGoOut,
  chooseCoffee,
  type PassedOver,
  type Wanted,
} from '../rotation/choose.ts';
import { type Held, heldOf } from '../rotation/held.ts';
import { inLine } from '../rotation/order.ts';
import { findRotations, listVersions, placeLines, type RotatingLine } from '../rotation/places.ts';
import { wasImported } from '../timeline/timeline.ts';
import { pricesDue } from './contract-changes.ts';
import {
  addDraftLine,
  commitCycleDraft,
  type DraftLine,
  type DraftTerms,
  draftCycle,
  getEditedCycle,
  type PlatformContents,
  type PlatformContract,
  type PlatformCycle,
  removeDraftLine,
  setDraftTerms,
} from './documents.ts';
import { setDraftLines } from './draft-lines.ts';
import {
  addedLineOf,
  alignedWith,
  type Basis,
  basisOf,
  contractLineOf,
  isSamePrice,
  isSentAlike,
} from './edited-cycle.ts';
import { amountOf, type CycleTruth } from './platform-cycle.ts';
import type { AttemptRow, ContractName } from './store.ts';

/** A cycle's contents, once its rotating lines have their coffees and its one-time additions are in. */
export type Rotated =
  | {
      kind: 'ready';
      held: Held;
      /** The order's price before tax, in minor units; null if a price is unreadable. */
      amount: number | null;
      passed: { line: string; passedOver: PassedOver[] }[];
      extras: WithAttempt;
    }
  /** The contract or the cycle has changed meanwhile. */
  | { kind: 'changed' }
  /** The platform refuses the edit. */
  | { kind: 'refused'; code: string }
  /** No product of the rotation can go out. */
  | { kind: 'nothing' };

type ContractLine = PlatformContract['lines']['nodes'][number];

type Rotating = {
  truth: CycleTruth & { cycle: PlatformCycle };
  /** All attempts of ours at the contract, and the last of them at this cycle. */
  rows: readonly AttemptRow[];
  last: AttemptRow | undefined;
  paidOrders: number;
  hasFirstOrder: boolean;
  isOversold: boolean;
  /** What the cycle holds in place of its contract's own; null if it doesn't. */
  contents: PlatformContents | null;
  basis: Basis | null;
  /** Stores what the contract held when the cycle was let hold something of its own. */
  keepBasis: (basis: Basis) => Promise<void>;
  /** The additions that wait for the contract's next order. */
  waiting: readonly ExtraRow[];
  /** The last attempt may have been made, so the order stays as it is. */
  mayBeMade: boolean;
};

/** A rotating line's coffee. */
type CoffeeLine = { line: string; currentPrice: string; variantId: string };

const tailOf = (id: string | null) => (id === null ? null : originalIdOf(id));

/**
 * Edits this cycle: its rotating lines get the subscriber's next coffees, and its one-time additions are added. Idempotent, and nobody moves on
 * in a rotation before their order is paid. Leaves other apps' edits alone.
 * @throws PlatformError if the platform fails or refuses access; call it again later
 */
export async function rotateCycle(
  context: ShopContext,
  name: ContractName & { cycle: number },
  rotating: Rotating,
): Promise<Rotated> {
  const { contract, cycle } = rotating.truth;
  const { contents, mayBeMade } = rotating;
  if (cycle.editedContract !== null && contents === null) return { kind: 'changed' };
  const lines = await rotatingLines(context, name, rotating);
  const shownNow: PlatformContents = contents ?? contract;
  const since = rotating.basis ?? lostBasisOf(rotating, lines);
  const wanted =
    contents === null || mayBeMade
      ? shownNow
      : alignedWith(contract, contents, editedOf({ ...rotating, basis: since }, lines));
  const held: Held = [];
  const passed: { line: string; passedOver: PassedOver[] }[] = [];
  const changes: CoffeeLine[] = [];
  for (const line of lines) {
    const lineId = globalIdOf('SubscriptionLine', line.line);
    const base = contract.lines.nodes.find((one) => one.id === lineId);
    const shown = wanted.lines.nodes.find((one) => contractLineOf(one) === lineId);
    if (base === undefined || shown === undefined) continue;
    const decided = await decideLine(context, line, shown, rotating);
    if (decided === 'somebody else’s') continue;
    if (decided === null) return { kind: 'nothing' };
    const { coffee, title, variant } = decided;
    const { product, rotation } = line;
    const holds = {
      ...{ line: line.line, product, coffee, variant, title },
      version: decided.version ?? rotation.version,
    };
    if (!('price' in decided)) {
      held.push({ ...holds, unitPrice: decided.unitPrice });
      continue;
    }
    passed.push({ line: line.line, passedOver: decided.passedOver });
    const ours = triedOf(line, rotating)?.unitPrice;
    const own = shownNow.lines.nodes.find((one) => one.id === shown.id) ?? shown;
    const isUntouched = tailOf(own.productId) === product;
    const isByHand = !isUntouched && ours !== undefined && !isSamePrice(ours, own.currentPrice);
    const price = isByHand
      ? shown.currentPrice
      : await priceOf(
          context,
          base,
          decided,
          line,
          rotating,
          isUntouched ? shown.currentPrice : null,
        );
    // By the price that we set, the next try knows one that somebody else did.
    held.push({ ...holds, unitPrice: isByHand ? ours : price });
    const isSame = variant === tailOf(shown.variantId) && isSamePrice(price, shown.currentPrice);
    if (isSame) continue;
    changes.push({
      line: shown.id,
      currentPrice: price,
      variantId: globalIdOf('ProductVariant', decided.variant),
    });
  }
  const coming = wanted.lines.nodes.map((line) => {
    const { line: _, ...change } = changes.find((one) => one.line === line.id) ?? { line: '' };
    return { ...line, ...change };
  });
  const extras = await extrasFor(context, coming, rotating);
  const { out, left } = extras;
  const ready = { kind: 'ready', held, passed, extras: { out, left } } as const;
  const change = changeOf(contract, shownNow, { ...wanted, lines: { nodes: coming } });
  if (change === null) return { kind: 'refused', code: 'NO_VARIANT' };
  const basis = basisOf(contract);
  const isNoted = isDeepStrictEqual(rotating.basis, basis);
  // Before our first edit is made the basis is noted, since its answer may be lost. The basis of a later one is noted after it: noted before, what the
  // cycle still holds would look like somebody else's.
  const isKnown = since !== null || rotating.last === undefined;
  const isFollowing = contents !== null && isKnown && !mayBeMade && !isNoted;
  if (isEmpty(change) && extras.add.length + extras.remove.length === 0) {
    if (isFollowing) await rotating.keepBasis(basis);
    return { ...ready, amount: costOf(contract, contents) };
  }
  if (contents === null && !isNoted) await rotating.keepBasis(basis);
  const id = globalIdOf('SubscriptionContract', name.contract);
  const made = await edit(context, { id, index: name.cycle }, change, extras);
  if (made.kind !== 'edited') {
    if (made.kind !== 'refused' || extras.add.length === 0) return made;
    // Better the order without what was added to it than none. The platform may take the other changes alone.
    const waiting = rotating.waiting.filter((extra) => !extras.add.includes(extra));
    const without = await rotateCycle(context, name, { ...rotating, waiting });
    if (without.kind !== 'ready') return without;
    const refused = extras.add.map((extra) => [extra.id, 'refused'] as const);
    return { ...without, extras: { ...without.extras, left: new Map([...left, ...refused]) } };
  }
  if (isFollowing) await rotating.keepBasis(basis);
  const isRefused = (id: string) => made.refused.includes(id);
  const amount = costOf(contract, made.contents ?? contents);
  const kept = out.filter((one) => !isRefused(one));
  const refused = made.refused.map((one) => [one, 'refused'] as const);
  return { ...ready, extras: { out: kept, left: new Map([...left, ...refused]) }, amount };
}

/** What the attempts at this cycle held, the latest last. */
const heldByTries = ({ rows, truth }: Rotating): Held =>
  rows
    .filter(({ cycleIndex }) => cycleIndex === truth.cycle.cycleIndex)
    .flatMap(({ held }) => heldOf(held) ?? []);

const triedOf = ({ line }: RotatingLine, rotating: Rotating) =>
  heldByTries(rotating).findLast((one) => one.line === line);

function editedOf(of: Rotating, lines: readonly RotatingLine[]) {
  return {
    ...{ basis: of.basis, isTried: of.last !== undefined },
    rotating: new Set(lines.map(({ line }) => globalIdOf('SubscriptionLine', line))),
    held: heldByTries(of),
  };
}

/**
 * Stands for the basis of an order that was tried, and that holds what only we put in: it is noted before each try, so a restored backup lost it. That somebody else
 * has changed the same order as well is unlikelier than that its contract was changed since.
 */
function lostBasisOf({ contents, last }: Rotating, lines: readonly RotatingLine[]): Basis | null {
  if (contents === null || last === undefined) return null;
  const isOurs = contents.lines.nodes.some((shown) => {
    const id = contractLineOf(shown);
    const line = lines.find((one) => globalIdOf('SubscriptionLine', one.line) === id);
    const product = tailOf(shown.productId);
    const isCoffee = line !== undefined && product !== line.product && isOfRotation(line, product);
    return isCoffee || id !== shown.id || extraOf(shown) !== null;
  });
  return isOurs ? basisOf(contents) : null;
}

const isOfRotation = (
  { rotation, place }: RotatingLine,
  product: string | null,
): product is string =>
  product !== null &&
  (rotation.order.includes(product) || (place?.order.includes(product) ?? false));

/** Which extras a cycle holds once its lines are changed. If it may be paid already, it stays as it is. */
async function extrasFor(
  context: ShopContext,
  lines: PlatformContents['lines']['nodes'],
  { waiting, isOversold, mayBeMade }: Rotating,
): Promise<ExtrasOfOrder> {
  if (mayBeMade) return { out: [], left: new Map(), add: [], remove: [] };
  return await chooseExtras(context, waiting, { lines, isOversold });
}

/** What is to be changed of a cycle's contents. */
type ContentsChange = {
  terms: DraftTerms;
  set: DraftLine[];
  add: ReturnType<typeof addedLineOf>[];
  remove: string[];
};

const isEmpty = ({ terms, set, add, remove }: ContentsChange) =>
  Object.keys(terms).length + set.length + add.length + remove.length === 0;

/** The change from what a cycle holds to what it shall hold; null if a line that it shall hold has no variant any more. */
function changeOf(
  contract: PlatformContract,
  shown: PlatformContents,
  wanted: PlatformContents,
): ContentsChange | null {
  const change: ContentsChange = { terms: {}, set: [], add: [], remove: [] };
  const { customerPaymentMethod: method, deliveryMethod: shipping, deliveryPrice } = wanted;
  if (method !== null && method.id !== shown.customerPaymentMethod?.id) {
    change.terms.paymentMethodId = method.id;
  }
  if (shipping?.address !== undefined && !isSentAlike(shown, wanted)) {
    change.terms.deliveryMethod = { shipping };
  }
  if (!isSamePrice(shown.deliveryPrice, deliveryPrice)) change.terms.deliveryPrice = deliveryPrice;
  for (const line of wanted.lines.nodes) {
    const { id, variantId, quantity, currentPrice } = line;
    const before = shown.lines.nodes.find((one) => one.id === id);
    const own = contract.lines.nodes.find((one) => one.id === id);
    const isSame = before?.quantity === quantity && isSamePrice(before.currentPrice, currentPrice);
    if (before?.variantId === variantId && isSame) continue;
    if (variantId === null && before?.variantId !== null) return null;
    const productVariantId = variantId ?? undefined;
    if (before !== undefined) {
      change.set.push({ line: id, input: { quantity, currentPrice, productVariantId } });
    } else if (own !== undefined && variantId !== null) {
      change.add.push(addedLineOf(own, { ...line, variantId }));
    }
  }
  change.remove = shown.lines.nodes
    .filter(({ id }) => !wanted.lines.nodes.some((one) => one.id === id))
    .map(({ id }) => id);
  return change;
}

const costOf = (
  { currencyCode, lines, deliveryPrice }: PlatformContract,
  contents: PlatformContents | null,
) =>
  amountOf({
    currencyCode,
    lines: contents?.lines ?? lines,
    deliveryPrice: contents?.deliveryPrice ?? deliveryPrice,
  });

/** The contract's lines that have a rotation, by what the platform says of the contract now. */
async function rotatingLines(
  context: ShopContext,
  { contract: id }: ContractName,
  { truth: { contract }, hasFirstOrder }: Rotating,
): Promise<RotatingLine[]> {
  const products = contract.lines.nodes.flatMap(({ productId }) => tailOf(productId) ?? []);
  const rotations = await findRotations(context, products);
  if (rotations.size === 0) return [];
  const subscribed = contract.lines.nodes.flatMap((line) => {
    const product = tailOf(line.productId);
    const rotation = product === null ? undefined : rotations.get(product);
    if (product === null || rotation === undefined) return [];
    const { title, variantTitle, quantity } = line;
    const begun = { createdAt: contract.createdAt, hasFirstOrder };
    return [
      {
        contract: id,
        line: originalIdOf(line.id),
        product,
        title,
        variantTitle,
        quantity,
        rotation,
        ...begun,
      },
    ];
  });
  return await placeLines(context, subscribed);
}

/**
 * What an order held whose row was lost, read from the cycle's edit, and the ids of what was added to it: by our rows these still wait.
 * @throws PlatformError
 */
export async function readHeld(
  context: ShopContext,
  { lines }: Pick<PlatformContract, 'lines'>,
  { shop, contractId: contract, cycleIndex: index, begunAt }: AttemptRow,
): Promise<{ held: Held; extras: string[] }> {
  const sold = lines.nodes.flatMap((line) => {
    const product = tailOf(line.productId);
    return product === null ? [] : [{ line: originalIdOf(line.id), product }];
  });
  const versions = await listVersions(context, [...new Set(sold.map(({ product }) => product))]);
  const waiting = await listWaitingExtras(context.database, { shop, contract });
  if (versions.length + waiting.length === 0) return { held: [], extras: [] };
  const id = globalIdOf('SubscriptionContract', contract);
  const answer = await context.graphql(getEditedCycle, { id, index });
  const contents = answer.subscriptionBillingCycle?.editedContract?.lines.nodes ?? [];
  const held = sold.flatMap(({ line, product }) => {
    const shown = contents.find((one) => originalIdOf(contractLineOf(one)) === line);
    const coffee = tailOf(shown?.productId ?? null);
    const naming = versions.filter(
      (one) => one.productId === product && coffee !== null && one.products.includes(coffee),
    );
    const version = naming.findLast(({ savedAt }) => savedAt <= begunAt) ?? naming[0];
    if (shown === undefined || coffee === null || version === undefined) return [];
    const { title, variantId } = shown;
    return [{ line, product, coffee, title, variant: tailOf(variantId), version: version.version }];
  });
  return { held, extras: contents.flatMap((line) => extraOf(line) ?? []) };
}

/** The coffee that a line gets, or has already; null if nothing of its rotation can go out. */
async function decideLine(
  context: ShopContext,
  line: RotatingLine,
  shown: Pick<ContractLine, 'productId' | 'variantId' | 'quantity'>,
  rotating: Rotating,
): Promise<
  | (Choice & { version?: undefined })
  | (Omit<Held[number], 'line' | 'product' | 'version'> & { version: number | undefined })
  | 'somebody else’s'
  | null
> {
  const { last, isOversold } = rotating;
  const { rotation, place, variantTitle } = line;
  const wanted: Wanted = { variantTitle, quantity: shown.quantity, isOversold };
  const product = tailOf(shown.productId);
  const variant = tailOf(shown.variantId);
  const choose = () => chooseCoffee(context, inLine(rotation.order, place), wanted);
  if (product === line.product) return await choose();
  const tried = triedOf(line, rotating);
  const isOurs = tried !== undefined && tried.coffee === product;
  // The call that may have been made was for this.
  if (isOurs && last?.state === 'begun' && last.errorCode === null) return tried;
  if (isOurs) return await choose();
  if (!isOfRotation(line, product)) return 'somebody else’s';
  // Chosen for this order by somebody else, or by us before we were interrupted.
  const chosen = await canGoOut(context, { coffee: product, variant }, wanted);
  if (chosen === null) return await choose();
  return { coffee: product, variant, title: chosen.title, version: undefined };
}

/**
 * The price of one unit, by the merchant's choice. A price that somebody set by hand stays: one that is none of the plan's, and where the line has no
 * prices of a plan, one that was imported, and what this order alone has.
 */
export async function priceOf(
  context: Pick<ShopContext, 'database' | 'shop'>,
  base: ContractLine,
  { price, currencyCode }: Pick<Choice, 'price' | 'currencyCode'>,
  { contract: id, rotation }: Pick<RotatingLine, 'contract' | 'rotation'>,
  { truth: { contract }, paidOrders }: { truth: Pick<CycleTruth, 'contract'>; paidOrders: number },
  ofThisOrder: string | null,
): Promise<string> {
  const due = pricesDue(contract, paidOrders).find(({ lineId }) => lineId === base.id);
  const own = ofThisOrder ?? due?.currentPrice ?? base.currentPrice;
  if (rotation.price === 'customer' || currencyCode !== contract.currencyCode) return own;
  const steps = base.pricingPolicy?.cycleDiscounts ?? [];
  const ofPlan = [
    base.pricingPolicy?.basePrice ?? base.currentPrice,
    ...steps.map((step) => step.computedPrice),
  ];
  if (!ofPlan.some((one) => isSamePrice(one, own))) return own;
  if (base.pricingPolicy === null && (await wasImported(context, id))) return own;
  const { billingPolicy, deliveryPolicy } = contract;
  const prices = planPricesOf(
    {
      billingPolicy: { type: 'RECURRING', anchors: [], minCycles: null, ...billingPolicy },
      deliveryPolicy: {
        ...{ type: 'RECURRING', anchors: [], intent: 'FULFILLMENT_BEGIN', cutoff: null },
        ...{ preAnchorBehavior: 'ASAP', ...deliveryPolicy },
      },
      pricingPolicies: steps.map(({ adjustmentType, adjustmentValue, afterCycle }) => ({
        ...{ adjustmentType, adjustmentValue, afterCycle },
      })),
    },
    { price, currencyCode },
  );
  const next = prices === null ? null : orderPriceOf(prices, paidOrders + 1);
  return next === null ? own : majorUnitsOf(next.price, currencyCode);
}

type Edited =
  | Extract<Rotated, { kind: 'changed' | 'refused' }>
  /** `refused` are the ids of the extras that the platform doesn't take; `contents` is null if nothing else was to be changed. */
  | { kind: 'edited'; contents: PlatformContents | null; refused: string[] };

/** By a draft of the cycle, so that all lines change or none, and its date and skips stay. */
async function edit(
  { graphql, logger }: ShopContext,
  cycle: { id: string; index: number },
  change: ContentsChange,
  { add, remove }: Pick<ExtrasOfOrder, 'add' | 'remove'>,
): Promise<Edited> {
  const refusedBy = ([error]: UserError[]): Edited => {
    const code = error?.code ?? 'NONE';
    logger.warn({ ...cycle, code }, 'the edit of an order was refused');
    return code === 'STALE_CONTRACT' ? { kind: 'changed' } : { kind: 'refused', code };
  };
  const drafted = (await graphql(draftCycle, cycle)).change;
  if (drafted.draft === null) return refusedBy(drafted.userErrors);
  const draft = drafted.draft.id;
  if (Object.keys(change.terms).length > 0) {
    const { userErrors } = (await graphql(setDraftTerms, { draft, input: change.terms })).change;
    if (userErrors.length > 0) return refusedBy(userErrors);
  }
  const unset = await setDraftLines({ graphql }, draft, change.set);
  if (unset.length > 0) return refusedBy(unset);
  for (const input of change.add) {
    const { userErrors } = (await graphql(addDraftLine, { draft, input })).change;
    if (userErrors.length > 0) return refusedBy(userErrors);
  }
  for (const line of [...change.remove, ...remove]) {
    const { userErrors } = (await graphql(removeDraftLine, { draft, line })).change;
    if (userErrors.length > 0) return refusedBy(userErrors);
  }
  const refused: string[] = [];
  for (const extra of add) {
    const { userErrors } = (await graphql(addDraftLine, { draft, input: lineFor(extra) })).change;
    if (userErrors.length > 0) refused.push(extra.id);
  }
  const isUnchanged = isEmpty(change) && remove.length === 0 && refused.length === add.length;
  if (isUnchanged) return { kind: 'edited', contents: null, refused };
  const committed = (await graphql(commitCycleDraft, { draft })).change;
  if (committed.contract === null) return refusedBy(committed.userErrors);
  return { kind: 'edited', contents: committed.contract, refused };
}
