import { expect, it } from 'vitest';
import { decideRecurringOrdersSchema } from './recurring-orders.ts';

it.each([
  [0, true],
  [2 ** 31 - 1, true],
  [2 ** 31, false],
  [-1, false],
  [1.5, false],
])('a decision about cycle %d: %j', (cycle, isTaken) => {
  const decision = { decision: 'leave', orders: [{ contract: '7', cycle }] };
  expect(decideRecurringOrdersSchema.safeParse(decision).success).toBe(isTaken);
});
