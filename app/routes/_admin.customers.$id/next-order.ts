import type { SubscriptionContract } from '#contract/subscription-contract.ts';

type Rotating = Pick<SubscriptionContract, 'rotations'>;

/** Whether the price of an order is that of the products that its rotations bring. */
export const hasOwnPrice = ({ rotations }: Rotating) =>
  rotations.some(({ price, next }) => price === 'product' && next !== null);

/**
 * The order that's charged next. One that failed takes what was added once, and the chosen coffee, when it's tried again; nobody knows that
 * day. Undefined where none is foreseen.
 */
export const firstCharged = ({ coming }: Pick<SubscriptionContract, 'coming'>) =>
  coming.find(({ outcome }) => outcome === 'upcoming' || outcome === 'failed');

/** The product that a rotation brings next; undefined where none of it can go out. */
export const nextCoffeeOf = ({ coffees, next }: Rotating['rotations'][number]) =>
  coffees.find(({ id }) => id === next);

/** What an order will cost, by sums in words: `cost $24.00 before tax, instead of $20.00`. */
export const costInWords = (cost: string, before: string) =>
  cost === before
    ? `still cost ${cost} before tax`
    : `cost ${cost} before tax, instead of ${before}`;

/** A sentence to follow one with a sum, where a product's own price may change that; empty elsewhere. */
export const ownPriceWords = (subscription: Rotating) =>
  hasOwnPrice(subscription) ? ' It may change once the next product’s own price is known.' : '';
