import { describe, expect, it } from 'vitest';
import {
  createSellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { parseForm } from '../forms/parse-form.ts';

// Specification §5, row by row, on what a browser posts.

const valid = {
  name: 'Weekly',
  position: '0',
  firstOrderDiscount: '0',
  firstOrderDiscountCycles: '1',
  recurringDiscount: '0',
  'recurringPolicies[0].interval': 'WEEK',
  'recurringPolicies[0].intervalCount': '1',
  'recurringPolicies[0].discountType': 'NONE',
};

function errorsOf(change: Record<string, string | undefined>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...change })) {
    if (value !== undefined) formData.set(name, value);
  }
  const submission = parseForm(formData, createSellingPlanGroupSchema);
  return submission.status === 'success' ? {} : (submission.error ?? {});
}

const type = 'recurringPolicies[0].discountType';
const value = 'recurringPolicies[0].discountValue';
const count = 'recurringPolicies[0].intervalCount';
const between = 'Value must be between 0 and 100';

describe('the group form', () => {
  it.each<[string, string | undefined, string]>([
    ['name', '', 'Please enter a name for selling plan'],
    ['name', '   ', 'Please enter a name for selling plan'],
    ['name', undefined, 'Please enter a name for selling plan'],
    ['position', '-1', 'Value must be greater than or equal to 0'],
    ['position', '1.5', 'Value must be an integer'],
    ['position', 'first', 'Value must be an integer'],
    ['firstOrderDiscount', '-1', between],
    ['firstOrderDiscount', '101', between],
    ['firstOrderDiscount', 'much', between],
    ['recurringDiscount', '-0.5', between],
    ['recurringDiscount', '100.1', between],
    ['firstOrderDiscountCycles', '0', 'Value must be greater than 1'],
    ['recurringPolicies[0].interval', '', 'Please select an interval type'],
    ['recurringPolicies[0].interval', 'FORTNIGHT', 'Please select an interval type'],
    [count, '', 'Value must be a number'],
    [count, 'two', 'Value must be a number'],
    [count, '0', 'Value must be greater than 0'],
    [count, '-2', 'Value must be greater than 0'],
    [type, 'HALF', 'Invalid type'],
    // Numbers to a program, but not the way merchants write them.
    ['position', '0x10', 'Value must be an integer'],
    ['firstOrderDiscount', '1e1', between],
    ['firstOrderDiscountCycles', '0b11', 'Value must be an integer'],
    ['recurringDiscount', '0x10', between],
    ['recurringDiscount', '1,500', between],
    ['position', '1,5', 'Value must be an integer'],
    [count, '1e1', 'Value must be a number'],
  ])('%s = %j says "%s"', (name, given, message) => {
    const errors = errorsOf({ [name]: given });
    expect(Object.keys(errors)).toEqual([name]);
    expect(errors[name]?.[0]).toBe(message);
  });

  const wrongDiscounts = {
    PERCENTAGE: {
      '0': between,
      '-5': between,
      '100.5': between,
      '': 'Value must be a number',
      '  ': 'Value must be a number',
      '0x10': 'Value must be a number',
      ten: 'Value must be a number',
    },
    FIXED_AMOUNT: {
      '0': 'Value must be greater than 0',
      '-1': 'Value must be greater than 0',
      ten: 'Value must be a number',
    },
  };
  const rows = Object.entries(wrongDiscounts).flatMap(([discountType, wrong]) =>
    Object.entries(wrong).map(([given, message]) => [discountType, given, message] as const),
  );
  it.each(rows)('a discount of type %s and value %j says "%s"', (discountType, given, message) => {
    expect(errorsOf({ [type]: discountType, [value]: given })).toEqual({ [value]: [message] });
  });

  it.each(['PERCENTAGE 0.5', 'PERCENTAGE 100', 'FIXED_AMOUNT 250', 'NONE 0'])(
    'takes a discount of %s',
    (discount) => {
      const [discountType, given] = discount.split(' ');
      expect(errorsOf({ [type]: discountType, [value]: given })).toEqual({});
    },
  );

  it('does not look at the value where the type is None', () => {
    expect(errorsOf({ [type]: 'NONE', [value]: '-7' })).toEqual({});
  });

  it('keeps at least one option', () => {
    expect(
      errorsOf({
        'recurringPolicies[0].interval': undefined,
        [count]: undefined,
        [type]: undefined,
      }),
    ).toEqual({ recurringPolicies: ['At least one option is required'] });
  });

  it.each(['', '   '])('has defaults for all that may be left as empty as "%s"', (blank) => {
    expect(
      errorsOf({
        position: blank,
        firstOrderDiscount: blank,
        firstOrderDiscountCycles: blank,
        recurringDiscount: blank,
        [type]: blank,
      }),
    ).toEqual({});
  });

  it('takes a number with spaces around it', () => {
    expect(errorsOf({ position: ' 2 ', recurringDiscount: '12.5 ' })).toEqual({});
  });

  it('takes a decimal comma for what it is', () => {
    const formData = new FormData();
    const typed = { recurringDiscount: '1,5', [type]: 'PERCENTAGE', [value]: '12,25' };
    for (const [name, text] of Object.entries({ ...valid, ...typed })) formData.set(name, text);
    const submission = parseForm(formData, createSellingPlanGroupSchema);
    expect(submission.status === 'success' && submission.value).toMatchObject({
      recurringDiscount: 1.5,
      recurringPolicies: [{ discountValue: 12.25 }],
    });
  });

  it('takes percentages only in usage mode', () => {
    expect(errorsOf({ isDynamic: 'on' })).toEqual({ [type]: ['Invalid type'] });
    expect(errorsOf({ isDynamic: 'on', [type]: 'PERCENTAGE', [value]: '10' })).toEqual({});
  });

  it('checks an update the same way', () => {
    const formData = new FormData();
    for (const [name, text] of Object.entries({ ...valid, name: '' })) formData.set(name, text);
    const submission = parseForm(formData, updateSellingPlanGroupSchema);
    expect(submission.status === 'success' ? {} : submission.error).toEqual({
      name: ['Please enter a name for selling plan'],
    });
  });
});
