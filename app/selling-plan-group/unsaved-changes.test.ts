import { describe, expect, it } from 'vitest';
import { groupFormValues } from './group-form-values.ts';
import { type GroupTexts, hasUnsavedChanges } from './unsaved-changes.ts';

const option = {
  id: 'gid://shopify/SellingPlan/1',
  interval: 'WEEK',
  intervalCount: '2',
  discountType: 'PERCENTAGE',
  discountValue: '10',
};
const group: GroupTexts = {
  ...groupFormValues(undefined),
  name: 'Coffee weekly',
  recurringPolicies: [option],
};

describe('hasUnsavedChanges', () => {
  it('sees none where nothing differs, however it is written', () => {
    const { isDynamic: _off, dynamicSellingPlanName: _empty, ...shown } = group;
    expect(hasUnsavedChanges(group, group)).toBe(false);
    expect(hasUnsavedChanges(group, shown)).toBe(false);
    expect(hasUnsavedChanges(group, { ...group, position: ' 0.0', name: 'Coffee weekly ' })).toBe(
      false,
    );
  });

  it('sees none in a discount that an option without one does not show', () => {
    const without = { ...option, discountType: 'NONE' };
    const { discountValue: _hidden, ...shown } = without;
    expect(
      hasUnsavedChanges(
        { ...group, recurringPolicies: [without] },
        { ...group, recurringPolicies: [shown] },
      ),
    ).toBe(false);
  });

  it.each<[string, GroupTexts]>([
    ['a name', { name: 'Tea weekly' }],
    ['an emptied name', { name: undefined }],
    ['a position', { position: '1' }],
    ['an emptied position', { position: undefined }],
    ['text for a number', { position: 'first' }],
    ['usage-based mode', { isDynamic: 'on' }],
    ['a first order discount', { firstOrderDiscount: '5' }],
    ['its cycles', { firstOrderDiscountCycles: '2' }],
    ['a recurring discount', { recurringDiscount: '5' }],
    ['an added option', { recurringPolicies: [option, { ...option, id: undefined }] }],
    ['a removed option', { recurringPolicies: [] }],
    ['an option made anew', { recurringPolicies: [{ ...option, id: undefined }] }],
    ['an interval', { recurringPolicies: [{ ...option, interval: 'MONTH' }] }],
    ['an interval count', { recurringPolicies: [{ ...option, intervalCount: '3' }] }],
    ['a discount type', { recurringPolicies: [{ ...option, discountType: 'NONE' }] }],
    ['a discount', { recurringPolicies: [{ ...option, discountValue: '12' }] }],
  ])('sees %s', (_what, change) => {
    expect(hasUnsavedChanges(group, { ...group, ...change })).toBe(true);
  });
});
