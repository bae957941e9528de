import { isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { failureTypeOf } from './failures.ts';

function codesOf(name: string): string[] {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
}

it('every code of the schema has the type of error whose own codes contain it', () => {
  const all = codesOf('SubscriptionBillingAttemptErrorCode');
  expect(all.length).toBeGreaterThan(50);
  for (const code of all) {
    if (code === 'UNEXPECTED_ERROR') continue;
    expect(codesOf(`${failureTypeOf(code)}Code`), code).toContain(code);
  }
});
