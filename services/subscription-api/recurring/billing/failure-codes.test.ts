import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { failureClasses } from '#contract/recurring-orders.ts';
import { failureOf, knownFailureCodes } from './failure-codes.ts';
import { knownRefusals, refusalOf } from './refusals.ts';

const schema = buildSchema(
  readFileSync('services/local-platform/schema/admin-2026-10.graphql', 'utf8'),
);

function valuesOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum of the schema`);
  return type.getValues().map((value) => value.name);
}

it('says of each of the 59 codes of the schema what it means, and of no other', () => {
  const codes = valuesOf('SubscriptionBillingAttemptErrorCode');
  expect(codes).toHaveLength(59);
  expect([...knownFailureCodes].sort()).toEqual(codes.sort());
  for (const code of codes) {
    const { class: kind, happened, whatToDo } = failureOf(code);
    expect(failureClasses).toContain(kind);
    expect(happened).toMatch(/^[A-Z].*\.$/);
    expect(whatToDo).toMatch(/^[A-Z].*\.$/);
  }
});

it('uses all eight classes', () => {
  const used = new Set(knownFailureCodes.map((code) => failureOf(code).class));
  expect([...used].sort()).toEqual([...failureClasses].sort());
});

it.each([
  ['EXPIRED_CARD', 'method'],
  ['PURCHASE_TYPE_NOT_SUPPORTED', 'method'],
  ['AUTHENTICATION_REQUIRED', 'buyer'],
  ['INSUFFICIENT_FUNDS', 'later'],
  ['TRANSIENT_ERROR', 'later'],
  ['INVENTORY_ALLOCATIONS_NOT_FOUND', 'stock'],
  ['TEST_MODE', 'shop'],
  ['INCORRECT_CVC', 'buyer'],
  ['INVALID_CVC', 'buyer'],
  ['INCORRECT_ZIP', 'buyer'],
  ['INCORRECT_PIN', 'buyer'],
  ['INVALID_SHIPPING_ADDRESS', 'order'],
  ['INVOICE_ALREADY_PAID', 'paid'],
  ['UNEXPECTED_ERROR', 'unknown'],
  ['A_CODE_OF_NEXT_YEAR', 'unknown'],
  ['constructor', 'unknown'],
  [null, 'unknown'],
] as const)('puts %s into the class %s', (code, kind) => {
  expect(failureOf(code).class).toBe(kind);
});

it('knows what to do about every refusal of the schema, and lists any other', () => {
  expect([...knownRefusals].sort()).toEqual(valuesOf('BillingAttemptUserErrorCode').sort());
  expect(refusalOf('NEXT_YEAR')).toEqual({ state: 'listed', reason: 'refused: NEXT_YEAR' });
});
