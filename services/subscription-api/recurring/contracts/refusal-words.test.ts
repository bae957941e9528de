import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { knownRefusals, refusalInWords, refusalTexts } from './refusal-words.ts';

const schema = buildSchema(
  readFileSync('services/local-platform/schema/admin-2026-10.graphql', 'utf8'),
);

it('has words for codes of the schema alone, and leaves the others to Shopify’s sentence', () => {
  const codes = [
    'SubscriptionBillingCycleErrorCode',
    'SubscriptionContractStatusUpdateErrorCode',
    'SubscriptionDraftErrorCode',
  ].flatMap((name) => {
    const type = schema.getType(name);
    return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
  });
  for (const code of knownRefusals) {
    expect(codes).toContain(code);
    expect(refusalInWords({ code, message: 'Nope.' })).not.toContain('Nope.');
  }
  for (const code of ['INVALID', 'toString', null, undefined]) {
    expect(refusalInWords({ code, message: 'Price is too low.' })).toBe(
      refusalTexts.refused('Price is too low.'),
    );
  }
});
