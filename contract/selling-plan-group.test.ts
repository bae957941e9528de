import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from './errors.ts';
import {
  createSellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
} from './selling-plan-group.ts';

const option = { interval: 'WEEK', intervalCount: 1 };

function errorsOf(values: Record<string, unknown>, options: unknown[] = [option]) {
  const body = { name: 'Weekly', recurringPolicies: options, ...values };
  const parsed = createSellingPlanGroupSchema.safeParse(body);
  return parsed.success ? {} : fieldErrorsOf(parsed.error);
}

const tooLarge = 'Value must be less than or equal to 2147483647';
const decimals = 'Value must have at most 4 decimals';

// Specification §5 is row by row in app/selling-plan-group/validation.test.ts; these are the limits it does not name.
describe('what platform and database can hold', () => {
  it.each<[string, unknown, string]>([
    ['position', 99_999_999_999, tooLarge],
    ['position', 3e20, tooLarge],
    ['position', Number.POSITIVE_INFINITY, 'Value must be an integer'],
    ['firstOrderDiscountCycles', 3e9, tooLarge],
    ['firstOrderDiscount', 12.34567, decimals],
    ['recurringDiscount', 1e-7, decimals],
    ['name', '\u00ad\u200b', 'Please enter a name for selling plan'],
    ['name', 'n'.repeat(256), 'Name is too long (maximum is 255 characters)'],
    ['dynamicSellingPlanName', 'n'.repeat(201), 'Name is too long (maximum is 200 characters)'],
  ])('%s = %j', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [message] });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ intervalCount: 3e9 }, 'intervalCount', tooLarge],
    [{ intervalCount: 3e20 }, 'intervalCount', tooLarge],
    [{ discountType: 'PERCENTAGE', discountValue: 33.33333 }, 'discountValue', decimals],
    [
      { discountType: 'FIXED_AMOUNT', discountValue: 1e11 },
      'discountValue',
      'Value must be less than or equal to 99999999999',
    ],
    [{ discountType: 'FIXED_AMOUNT', discountValue: 0.00001 }, 'discountValue', decimals],
  ])('an option of %j', (values, field, message) => {
    expect(errorsOf({}, [{ ...option, ...values }])).toEqual({
      [`recurringPolicies[0].${field}`]: [message],
    });
  });

  it('up to their limits', () => {
    const most = { position: 2_147_483_647, firstOrderDiscountCycles: 2_147_483_647 };
    const largest = { discountType: 'FIXED_AMOUNT', discountValue: 99_999_999_999 };
    expect(errorsOf({ ...most, name: 'n'.repeat(255) }, [{ ...option, ...largest }])).toEqual({});
    expect(errorsOf({ recurringDiscount: 33.3335 })).toEqual({});
  });

  it('takes as many options as the platform takes plans', () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...option, intervalCount: index + 1 }));
    expect(errorsOf({}, options(31))).toEqual({});
    expect(errorsOf({}, options(32))).toEqual({ recurringPolicies: ['At most 31 options'] });
  });
});

const noName = 'Please enter a name for selling plan';
const noInteger = 'Value must be an integer';
const percentRange = 'Value must be between 0 and 100';

describe('what makes no sense', () => {
  it.each<[string, unknown, string]>([
    ['name', undefined, noName],
    ['name', ' ', noName],
    ['position', -1, 'Value must be greater than or equal to 0'],
    ['position', 1.5, noInteger],
    ['position', null, noInteger],
    ['firstOrderDiscount', -0.5, percentRange],
    ['firstOrderDiscount', 100.5, percentRange],
    ['firstOrderDiscount', null, percentRange],
    ['firstOrderDiscountCycles', 0, 'Value must be greater than 1'],
  ])('%s = %j', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [message] });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ interval: 'FORTNIGHT' }, 'interval', 'Please select an interval type'],
    [{ intervalCount: null }, 'intervalCount', 'Value must be a number'],
    [{ intervalCount: 0 }, 'intervalCount', 'Value must be greater than 0'],
    [{ intervalCount: 1.5 }, 'intervalCount', noInteger],
    [{ discountType: 'HALF' }, 'discountType', 'Invalid type'],
    [{ discountType: 'PERCENTAGE' }, 'discountValue', 'Value must be a number'],
    [{ discountType: 'PERCENTAGE', discountValue: '5' }, 'discountValue', 'Value must be a number'],
    [{ discountType: 'PERCENTAGE', discountValue: 0 }, 'discountValue', percentRange],
    [{ discountType: 'PERCENTAGE', discountValue: 100.5 }, 'discountValue', percentRange],
    [
      { discountType: 'FIXED_AMOUNT', discountValue: 0 },
      'discountValue',
      'Value must be greater than 0',
    ],
  ])('an option of %j', (values, field, message) => {
    expect(errorsOf({}, [option, { ...option, ...values }])).toEqual({
      [`recurringPolicies[1].${field}`]: [message],
    });
  });

  it('but not where it counts for nothing', () => {
    const options = [
      { ...option, discountType: 'NONE', discountValue: -7 },
      { ...option, discountType: 'PERCENTAGE', discountValue: 100 },
      { ...option, discountType: 'FIXED_AMOUNT', discountValue: 250 },
    ];
    expect(errorsOf({ firstOrderDiscount: 100, recurringDiscount: 0 }, options)).toEqual({});
  });

  it('is anything but a percentage in usage mode', () => {
    const options = ['NONE', 'PERCENTAGE', 'FIXED_AMOUNT'].map((discountType) => ({
      ...option,
      discountType,
      discountValue: 5,
    }));
    const errors = {
      'recurringPolicies[0].discountType': ['Invalid type'],
      'recurringPolicies[2].discountType': ['Invalid type'],
    };
    expect(errorsOf({ isDynamic: true }, options)).toEqual(errors);
    const { error } = updateSellingPlanGroupSchema.safeParse({
      name: 'Weekly',
      isDynamic: true,
      recurringPolicies: options,
    });
    expect(error && fieldErrorsOf(error)).toEqual(errors);
  });
});

describe('roast days', () => {
  const monthly = { interval: 'MONTH', intervalCount: 1, monthDay: 31 };
  it.each<[object, object]>([
    [{ weekdays: [2, 5], cutoff: 6 }, {}],
    [{ weekdays: [2], cutoff: 0, preAnchorBehavior: 'NEXT' }, {}],
    [{ ...monthly, cutoff: 27, preAnchorBehavior: 'NEXT' }, {}],
    [{ weekdays: [], cutoff: 99 }, {}],
    [{ weekdays: [8] }, { 'weekdays[0]': ['Please pick a day'] }],
    [{ weekdays: [2, 2] }, { weekdays: ['Pick each day once'] }],
    [{ weekdays: [2], cutoff: 7 }, { cutoff: ['Value must be between 0 and 6'] }],
    [{ weekdays: [2], cutoff: -1 }, { cutoff: ['Value must be between 0 and 6'] }],
    [{ weekdays: [2], cutoff: 1.5 }, { cutoff: ['Value must be an integer'] }],
    [{ ...monthly, cutoff: 28 }, { cutoff: ['Value must be between 0 and 27'] }],
    [{ ...monthly, monthDay: 32 }, { monthDay: ['Please pick a day'] }],
    [
      { interval: 'DAY', weekdays: [2] },
      { weekdays: ['Days of the week need weeks as the interval'] },
    ],
    [{ monthDay: 3 }, { monthDay: ['A day of the month needs months as the interval'] }],
    [
      { weekdays: [2, 5], preAnchorBehavior: 'NEXT' },
      { preAnchorBehavior: ['With several days, the first order has to go out at once'] },
    ],
    [{ weekdays: [2], preAnchorBehavior: 'SOON' }, { preAnchorBehavior: ['Invalid type'] }],
  ])('of %j', (values, errors) => {
    const named = Object.entries(errors).map(([field, said]) => [
      `recurringPolicies[0].${field}`,
      said,
    ]);
    expect(errorsOf({}, [{ ...option, ...values }])).toEqual(Object.fromEntries(named));
  });

  it('make another option of one that comes as often and costs as much', () => {
    const on = (...weekdays: number[]) => ({ ...option, weekdays });
    expect(errorsOf({}, [option, on(2), on(5), on(2, 5)])).toEqual({});
    expect(errorsOf({}, [on(2, 5), on(5, 2)])).toHaveProperty([
      'recurringPolicies[1].intervalCount',
    ]);
  });

  it('are none of usage-based orders', () => {
    const byUse = { ...option, discountType: 'PERCENTAGE', discountValue: 5, weekdays: [2] };
    expect(errorsOf({ isDynamic: true }, [byUse])).toEqual({
      'recurringPolicies[0].weekdays': ['Usage-based orders have no roast days'],
    });
  });
});

describe('an option that comes as often and costs as much as one before', () => {
  const percent = (discountValue: number) => ({
    ...{ ...option, discountType: 'PERCENTAGE' },
    discountValue,
  });
  const said = (at: number, first: number) => ({
    [`recurringPolicies[${at}].intervalCount`]: [
      `Same as option ${first}. Change how often it comes, or its discount`,
    ],
  });

  it.each<[string, unknown[], Record<string, unknown>, object]>([
    ['is refused', [option, option], {}, said(1, 1)],
    ['is refused wherever it stands', [percent(5), option, percent(5)], {}, said(2, 1)],
    ['is refused each time', [option, option, option], {}, { ...said(1, 1), ...said(2, 1) }],
    ['may have it of the group', [option, percent(5)], { recurringDiscount: 5 }, said(1, 1)],
    ['is another at another discount', [option, percent(5), percent(6)], {}, {}],
    ['is another at another count', [option, { ...option, intervalCount: 2 }], {}, {}],
    ['is another at another interval', [option, { ...option, interval: 'DAY' }], {}, {}],
  ])('%s', (_, options, values, errors) => {
    expect(errorsOf(values, options)).toEqual(errors);
  });

  it('is left to the API where both are plans already', () => {
    const plan = (id: number) => ({ ...option, id: `gid://shopify/SellingPlan/${id}` });
    const parse = (options: unknown[]) =>
      updateSellingPlanGroupSchema.safeParse({ name: 'Weekly', recurringPolicies: options });
    expect(parse([plan(1), plan(2)]).success).toBe(true);
    const { error } = parse([plan(1), option]);
    expect(error && fieldErrorsOf(error)).toEqual(said(1, 1));
  });
});

it('lets an update have no option: read-only plans may remain', () => {
  const body = { name: 'Weekly', recurringPolicies: [] };
  expect(updateSellingPlanGroupSchema.safeParse(body).success).toBe(true);
  expect(errorsOf({}, [])).toEqual({ recurringPolicies: ['At least one option is required'] });
});
