import { describe, expect, it } from 'vitest';
import { groupOfOptions } from '../../testing/group-form.ts';
import { fieldErrorsOfUserErrors, fieldOfUserError } from './user-errors.ts';

const origins = { createdFrom: [0, 2], updatedFrom: [1, 3] };

const fourOptions: object[] = [
  { interval: 'WEEK', intervalCount: 1 },
  { interval: 'WEEK', intervalCount: 2, discountType: 'PERCENTAGE', discountValue: 10 },
  { interval: 'WEEK', intervalCount: 1 },
  { interval: 'MONTH', intervalCount: 1 },
];

function group(values: Record<string, unknown> = {}, options = fourOptions) {
  return groupOfOptions(options, values);
}

const pricing = (list: string, index: string, ...rest: string[]) => [
  'input',
  list,
  index,
  'pricingPolicies',
  ...rest,
];

describe('the field of a userError', () => {
  it.each<[string[] | null, string]>([
    [['input', 'name'], 'name'],
    [['name'], 'name'],
    [['input', 'position'], 'position'],
    [['input', 'options'], ''],
    [['input'], ''],
    [['id'], ''],
    [null, ''],
    [['input', 'sellingPlansToDelete'], ''],
    [['input', 'sellingPlansToDelete', '0'], ''],
    [
      ['input', 'sellingPlansToUpdate', '0', 'deliveryPolicy', 'interval'],
      'recurringPolicies[1].interval',
    ],
    [['input', 'sellingPlansToCreate'], ''],
    [['input', 'sellingPlansToCreate', '9', 'name'], ''],
    [['input', 'sellingPlansToCreate', '1', 'options'], 'recurringPolicies[2]'],
    [['input', 'sellingPlansToCreate', '1', 'name'], 'recurringPolicies[2]'],
    [['input', 'sellingPlansToUpdate', '0'], 'recurringPolicies[1]'],
    [
      ['input', 'sellingPlansToUpdate', '1', 'billingPolicy', 'recurring', 'intervalCount'],
      'recurringPolicies[3].intervalCount',
    ],
    [
      ['input', 'sellingPlansToCreate', '0', 'deliveryPolicy', 'recurring', 'interval'],
      'recurringPolicies[0].interval',
    ],
    [
      ['input', 'sellingPlansToCreate', '0', 'deliveryPolicy'],
      'recurringPolicies[0].intervalCount',
    ],
    [
      pricing('sellingPlansToUpdate', '0', '0', 'fixed', 'adjustmentValue'),
      'recurringPolicies[1].discountValue',
    ],
    [pricing('sellingPlansToCreate', '0'), 'recurringPolicies[0].discountValue'],
  ])('%j is %j', (field, expected) => {
    expect(fieldOfUserError({ field, message: 'No', code: null }, group(), origins)).toBe(expected);
  });

  it.each<[string[], string]>([
    [pricing('sellingPlansToCreate', '0', '0', 'fixed', 'adjustmentValue'), 'firstOrderDiscount'],
    [pricing('sellingPlansToCreate', '0', '0'), 'firstOrderDiscount'],
    [pricing('sellingPlansToCreate', '0', '1', 'fixed'), 'firstOrderDiscount'],
    [
      pricing('sellingPlansToCreate', '0', '1', 'recurring', 'afterCycle'),
      'firstOrderDiscountCycles',
    ],
    [
      pricing('sellingPlansToCreate', '0', '1', 'recurring', 'adjustmentValue'),
      'recurringDiscount',
    ],
    [
      pricing('sellingPlansToUpdate', '0', '1', 'recurring', 'adjustmentValue'),
      'recurringPolicies[1].discountValue',
    ],
  ])('with discounts of the group, %j is %j', (field, expected) => {
    const discounted = group({ firstOrderDiscount: 20, recurringDiscount: 5 });
    expect(fieldOfUserError({ field, message: 'No' }, discounted, origins)).toBe(expected);
  });

  it('knows the last of many plans', () => {
    const createdFrom = [...Array(31).keys()];
    const field = ['input', 'sellingPlansToCreate', '30'];
    expect(
      fieldOfUserError({ field, message: 'No' }, group(), { createdFrom, updatedFrom: [] }),
    ).toBe('recurringPolicies[30]');
  });

  it('puts a duplicate without a path at the second of the two', () => {
    const error = {
      field: ['input'],
      message: 'Cannot have multiple selling plans with the same options.',
      code: 'SELLING_PLAN_DUPLICATE_OPTIONS',
    };
    expect(fieldOfUserError(error, group(), origins)).toBe('recurringPolicies[2]');
  });

  const week = { interval: 'WEEK', intervalCount: 1 };
  const tenPercent = { ...week, discountType: 'PERCENTAGE', discountValue: 10 };
  it.each<[string, object[], string]>([
    ['nothing but the value of no discount differs', [week, { ...week, discountValue: 3 }], '1'],
    ['the discounts are the same', [week, tenPercent, tenPercent], '2'],
    ['the intervals differ', [week, { ...week, interval: 'MONTH' }], ''],
    ['the numbers of intervals differ', [week, { ...week, intervalCount: 2 }], ''],
    ['the discounts differ', [tenPercent, { ...tenPercent, discountValue: 5 }], ''],
    [
      'the kinds of discount differ',
      [tenPercent, { ...tenPercent, discountType: 'FIXED_AMOUNT' }],
      '',
    ],
    ['one of them has no discount', [{ ...week, discountValue: 10 }, tenPercent], ''],
  ])('looks for a duplicate name where %s', (_, recurringPolicies, option) => {
    const error = { field: null, message: 'No', code: 'SELLING_PLAN_DUPLICATE_NAME' };
    const field = option === '' ? '' : `recurringPolicies[${option}]`;
    expect(fieldOfUserError(error, group({}, recurringPolicies), origins)).toBe(field);
    expect(fieldOfUserError({ ...error, code: 'BLANK' }, group(), origins)).toBe('');
  });
});

it('loses no message, and says none twice', () => {
  const at = ['input', 'sellingPlansToCreate', '0', 'billingPolicy', 'recurring', 'intervalCount'];
  expect(
    fieldErrorsOfUserErrors(
      [
        { field: at, message: 'Interval is too large' },
        { field: at.with(3, 'deliveryPolicy'), message: 'Interval is too large' },
        { field: at, message: 'Must be odd' },
        { field: null, message: 'Something else' },
      ],
      group(),
      origins,
    ),
  ).toEqual({
    'recurringPolicies[0].intervalCount': ['Interval is too large', 'Must be odd'],
    '': ['Something else'],
  });
});
