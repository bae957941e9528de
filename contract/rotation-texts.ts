// Without schemas, for the screen that carries none.

/** The most products in one rotation, which the platform answers in one call. */
export const maximumRotationProducts = 250;

export const rotationProductStatuses = [
  'active',
  'archived',
  'unavailable',
  'rotating',
  'deleted',
] as const;

/**
 * The price of a rotated order: `customer` is the price of the customer's own subscription, whichever product goes out; `product` is that
 * product's own price with the discount of the customer's plan.
 */
export const rotationPrices = ['customer', 'product'] as const;

export type RotationPrice = (typeof rotationPrices)[number];

/** Why a rotation is not saved. */
export const rotationTexts = {
  tooMany: `A rotation can have at most ${maximumRotationProducts} products`,
  notAnId: 'Not the id of a product',
  twice: (id: string) => `Product ${id} is in the rotation twice`,
  itself: (title: string) => `“${title}” can’t be in its own rotation`,
  notThere: (id: string) => `Product ${id} is no longer in your store`,
  archived: (title: string) => `“${title}” is archived and can’t be in a rotation`,
  notActive: (title: string) => `“${title}” is not active and can’t be in a rotation`,
  rotating: (title: string) => `“${title}” has its own rotation and can’t be in another`,
  conflict:
    'This rotation was saved elsewhere while you were changing it. Your order hasn’t been saved.',
} as const;
