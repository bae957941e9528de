import { createHash } from 'node:crypto';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { extraOf } from '../extras/choose.ts';
import type { Held } from '../rotation/held.ts';
import type { PlatformContents, PlatformContract } from './documents.ts';

type Line = PlatformContents['lines']['nodes'][number];

/**
 * What a contract held when we last edited one of its cycles, or first charged one that somebody else had edited. It is kept with the cycle: where the
 * cycle holds the same, it follows the contract; where it differs, and not by us, somebody else has changed this order alone. Ids are global, prices in
 * major units. `delivery` is a hash, since an address isn't kept here.
 */
export const basisSchema = z.object({
  method: z.string().nullable(),
  delivery: z.string(),
  deliveryPrice: z.string(),
  lines: z.array(
    z.object({
      id: z.string(),
      variant: z.string().nullable(),
      quantity: z.number(),
      price: z.string(),
    }),
  ),
});

export type Basis = z.infer<typeof basisSchema>;

/** On a line that we have added to an edited cycle, and that has another id there: the id of the contract's line. */
const lineAttribute = '_cadence_line';

/** The global id of the contract's line that a cycle's line stands for. */
export const contractLineOf = ({ id, customAttributes }: Pick<Line, 'id' | 'customAttributes'>) =>
  customAttributes.find(({ key }) => key === lineAttribute)?.value ?? id;

/** A contract's line for the draft of a cycle that lacks it. */
export const addedLineOf = (
  { sellingPlanId, sellingPlanName, customAttributes }: PlatformContract['lines']['nodes'][number],
  { id, variantId, quantity, currentPrice }: Line & { variantId: string },
) => ({
  ...{ productVariantId: variantId, quantity, currentPrice, sellingPlanId, sellingPlanName },
  customAttributes: [
    ...customAttributes.map(({ key, value }) => ({ key, value: value ?? '' })),
    { key: lineAttribute, value: id },
  ],
});

export const isSamePrice = (one: string, other: string) => Number(one) === Number(other);

const hashOf = ({ deliveryMethod }: Pick<PlatformContents, 'deliveryMethod'>): string => {
  const parts = [deliveryMethod?.address ?? {}, deliveryMethod?.shippingOption ?? {}];
  const shown = parts.map((part) =>
    Object.entries(part)
      .map(([key, value]) => [key, value ?? ''])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
};

export const isSentAlike = (
  one: Pick<PlatformContents, 'deliveryMethod'>,
  other: Pick<PlatformContents, 'deliveryMethod'>,
) => hashOf(one) === hashOf(other);

export const basisOf = (contents: PlatformContents): Basis => ({
  method: contents.customerPaymentMethod?.id ?? null,
  delivery: hashOf(contents),
  deliveryPrice: contents.deliveryPrice,
  lines: contents.lines.nodes.map((line) => ({
    ...{ id: contractLineOf(line), variant: line.variantId },
    ...{ quantity: line.quantity, price: line.currentPrice },
  })),
});

/** What is known of how a cycle came to hold something of its own. */
export type Edited = {
  /** Null if it isn't known, or if somebody else has edited it and we haven't tried to charge it yet. */
  basis: Basis | null;
  /** Whether we have tried to charge it. */
  isTried: boolean;
};

/** The payment method that a cycle shall be charged to: its contract's, unless somebody else has set one for this cycle alone. */
export function paymentOf(
  { customerPaymentMethod: current }: Pick<PlatformContract, 'customerPaymentMethod'>,
  { customerPaymentMethod: own }: Pick<PlatformContents, 'customerPaymentMethod'>,
  { basis, isTried }: Edited,
) {
  if (own === null) return current;
  return (basis === null ? isTried : own.id === basis.method) ? current : own;
}

/**
 * What an edited cycle shall hold: what its contract does now, but for its rotating lines and what somebody else has changed in it. The lines of the
 * contract that it lacks have the contract's ids.
 * @param rotating the global ids of the contract's lines that rotate
 * @param held what we have let this cycle hold
 */
export function alignedWith(
  contract: PlatformContract,
  contents: PlatformContents,
  {
    rotating,
    held,
    ...edited
  }: Edited & { rotating: ReadonlySet<string>; held: readonly Held[number][] },
): PlatformContents {
  const customerPaymentMethod = paymentOf(contract, contents, edited);
  const { basis } = edited;
  if (basis === null) return { ...contents, customerPaymentMethod };
  const wanted = contents.lines.nodes.flatMap((line): Line[] => {
    const id = contractLineOf(line);
    const current = contract.lines.nodes.find((one) => one.id === id);
    const before = basis.lines.find((one) => one.id === id);
    if (before === undefined || extraOf(line) !== null) return [line];
    if (current === undefined) return [];
    const isOurs = held.some(
      ({ line: of, coffee }) =>
        of === originalIdOf(id) &&
        line.productId !== null &&
        coffee === originalIdOf(line.productId),
    );
    const rotatesNoMore = isOurs && !rotating.has(id);
    // A deleted variant can't go out.
    const followsVariant =
      rotatesNoMore || line.variantId === null || line.variantId === before.variant;
    const { productId, variantId, title } = followsVariant ? current : line;
    // The price of another product isn't that of the one which somebody else has put in.
    const isOfItsProduct =
      followsVariant || rotating.has(id) || current.variantId === before.variant;
    const followsPrice =
      rotatesNoMore || (isOfItsProduct && isSamePrice(line.currentPrice, before.price));
    return [
      {
        ...line,
        ...{ productId, variantId, title },
        quantity: line.quantity === before.quantity ? current.quantity : line.quantity,
        currentPrice: followsPrice ? current.currentPrice : line.currentPrice,
      },
    ];
  });
  const isThere = (id: string) =>
    basis.lines.some((one) => one.id === id) ||
    contents.lines.nodes.some((one) => contractLineOf(one) === id);
  const added = contract.lines.nodes.filter(({ id }) => !isThere(id));
  return {
    customerPaymentMethod,
    deliveryMethod: (hashOf(contents) === basis.delivery ? contract : contents).deliveryMethod,
    deliveryPrice: isSamePrice(contents.deliveryPrice, basis.deliveryPrice)
      ? contract.deliveryPrice
      : contents.deliveryPrice,
    lines: { nodes: [...wanted, ...added] },
  };
}
