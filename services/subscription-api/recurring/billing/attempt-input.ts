import { z } from 'zod';

/** Identifies one attempt to charge a cycle. `contract` is the numeric tail of its id; cycles and attempts count from one. */
export type AttemptName = { shop: string; contract: string; cycle: number; number: number };

/** The input of `subscriptionBillingAttemptCreate`, as we store and send it. */
export const attemptInputSchema = z.object({
  idempotencyKey: z.string(),
  billingCycleSelector: z.object({ index: z.number().int() }),
  originTime: z.string().optional(),
  inventoryPolicy: z.enum(['PRODUCT_VARIANT_INVENTORY_POLICY', 'ALLOW_OVERSELLING']),
  paymentProcessingPolicy: z.literal('FAIL_UNLESS_VALID_PAYMENT_METHOD'),
});

export type AttemptInput = z.infer<typeof attemptInputSchema>;

const prefix = 'cadence';

/** An attempt's idempotency key. It depends on nothing else, so every process computes the same one, even after a backup was restored. */
export function idempotencyKeyOf({ shop, contract, cycle, number }: AttemptName): string {
  return `${prefix}/${shop}/${contract}/${cycle}/${number}`;
}

/** The cycle and number in the key of one of our attempts at a contract; null for anybody else's key. */
export function attemptOfKey(
  key: string,
  { shop, contract }: Pick<AttemptName, 'shop' | 'contract'>,
): Pick<AttemptName, 'cycle' | 'number'> | null {
  const start = `${prefix}/${shop}/${contract}/`;
  const match = key.startsWith(start)
    ? /^(\d{1,9})\/(\d{1,9})$/.exec(key.slice(start.length))
    : null;
  return match === null ? null : { cycle: Number(match[1]), number: Number(match[2]) };
}

/**
 * The input of an attempt. From the second one on it says when the order was due, so that it is delivered as if paid then.
 * @param expectedAt when the cycle was expected to be charged
 */
export function attemptInputOf(
  name: AttemptName,
  { expectedAt, isOversold }: { expectedAt: Date; isOversold: boolean },
): AttemptInput {
  return {
    idempotencyKey: idempotencyKeyOf(name),
    // Without it the platform charges the current cycle.
    billingCycleSelector: { index: name.cycle },
    ...(name.number > 1 && { originTime: expectedAt.toISOString() }),
    inventoryPolicy: isOversold ? 'ALLOW_OVERSELLING' : 'PRODUCT_VARIANT_INVENTORY_POLICY',
    paymentProcessingPolicy: 'FAIL_UNLESS_VALID_PAYMENT_METHOD',
  };
}
