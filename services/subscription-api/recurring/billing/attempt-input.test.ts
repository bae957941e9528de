import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  attemptInputOf,
  attemptInputSchema,
  attemptOfKey,
  idempotencyKeyOf,
} from './attempt-input.ts';

const counts = fc.integer({ min: 1, max: 99_999 });
const names = fc.record({
  shop: fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/).map((handle) => `${handle}.myshopify.com`),
  contract: fc.integer({ min: 1 }).map(String),
  cycle: counts,
  number: counts,
});

it('gives the same attempt the same key, and any other another one', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(idempotencyKeyOf({ ...one })).toBe(idempotencyKeyOf(one));
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(idempotencyKeyOf(one) === idempotencyKeyOf(other)).toBe(isSame);
    }),
  );
});

it('finds cycle and number in its own keys of the contract alone', () => {
  fc.assert(
    fc.property(names, fc.string(), (name, text) => {
      const { cycle, number } = name;
      expect(attemptOfKey(idempotencyKeyOf(name), name)).toEqual({ cycle, number });
      const another = { ...name, contract: `${name.contract}1` };
      expect(attemptOfKey(idempotencyKeyOf(another), name)).toBeNull();
      expect(attemptOfKey(text, name)).toBeNull();
    }),
  );
});

it('names the cycle by its index, and never makes an order without a payment', () => {
  fc.assert(
    fc.property(names, fc.boolean(), (name, isOversold) => {
      const expectedAt = new Date('2026-12-01T15:00:00Z');
      const input = attemptInputOf(name, { expectedAt, isOversold });
      expect(attemptInputSchema.parse(JSON.parse(JSON.stringify(input)))).toEqual(input);
      expect(input).toEqual({
        idempotencyKey: idempotencyKeyOf(name),
        billingCycleSelector: { index: name.cycle },
        ...(name.number > 1 && { originTime: '2026-12-01T15:00:00.000Z' }),
        inventoryPolicy: isOversold ? 'ALLOW_OVERSELLING' : 'PRODUCT_VARIANT_INVENTORY_POLICY',
        paymentProcessingPolicy: 'FAIL_UNLESS_VALID_PAYMENT_METHOD',
      });
    }),
  );
});
