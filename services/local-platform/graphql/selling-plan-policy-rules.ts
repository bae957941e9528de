import type { Anchor, BillingPolicy, DeliveryPolicy } from '../store/records.ts';
import type { PlanDraft } from './selling-plan-drafts.ts';
import type { AnchorInput, BillingPolicyInput, DeliveryPolicyInput } from './selling-plan-input.ts';
import { checkValue } from './selling-plan-pricing-rules.ts';
import type { Report } from './user-errors.ts';

/** The longest cycle in each unit, ten years. */
const largestIntervalCount = { DAY: 3650, WEEK: 520, MONTH: 120, YEAR: 10 } as const;

/** Weeks convert to days and years to months, but days and months don't convert. */
const cycleUnits = {
  DAY: { kind: 'days', length: 1 },
  WEEK: { kind: 'days', length: 7 },
  MONTH: { kind: 'months', length: 1 },
  YEAR: { kind: 'months', length: 12 },
} as const;

type Cycle = Extract<BillingPolicy | DeliveryPolicy, { kind: 'recurring' }>;

function isMultiple(billing: Cycle, delivery: Cycle): boolean {
  const long = cycleUnits[billing.interval];
  const short = cycleUnits[delivery.interval];
  if (long.kind !== short.kind) return false;
  return (long.length * billing.intervalCount) % (short.length * delivery.intervalCount) === 0;
}

const anchorDays = { WEEKDAY: 7, MONTHDAY: 31, YEARDAY: 31 } as const;

function within(value: number | null | undefined, highest: number): boolean {
  return value != null && value >= 1 && value <= highest;
}

function checkAnchors(
  anchors: readonly AnchorInput[] | null | undefined,
  cutoff: number | null | undefined,
  path: readonly string[],
  report: Report,
): void {
  for (const [index, anchor] of (anchors ?? []).entries()) {
    const at = [...path, 'anchors', String(index)];
    const { type, day, month, cutoffDay } = anchor;
    if (type == null) {
      report([...at, 'type'], "Type can't be blank", 'BLANK');
      continue;
    }
    const days = anchorDays[type];
    if (!within(day, days)) {
      report([...at, 'day'], `Day must be within the range of 1 to ${days}`, 'INVALID');
    }
    if (type === 'YEARDAY' ? !within(month, 12) : month != null && !within(month, 12)) {
      report([...at, 'month'], 'Month must be within the range of 1 to 12', 'INVALID');
    }
    if (cutoffDay == null) continue;
    if (type === 'YEARDAY' || cutoff != null) {
      report([...at, 'cutoffDay'], 'Cutoff day must be blank', 'PRESENT');
    } else if (!within(cutoffDay, days)) {
      report(
        [...at, 'cutoffDay'],
        `Cutoff day must be within the range of 1 to ${days}`,
        'INVALID',
      );
    }
  }
}

const dayOf = ({ type, day, month }: Anchor) => JSON.stringify([type, day, month]);

function haveEqualAnchors(billing: BillingPolicy, delivery: DeliveryPolicy): boolean {
  if (billing.kind === 'fixed') return true;
  return billing.anchors.map(dayOf).join() === delivery.anchors.map(dayOf).join();
}

function checkCycle(
  given: NonNullable<BillingPolicyInput['recurring'] | DeliveryPolicyInput['recurring']>,
  path: readonly string[],
  report: Report,
  tooLarge: string,
): void {
  const { interval, intervalCount } = given;
  const at = [...path, 'intervalCount'];
  if (interval == null) report([...path, 'interval'], "Interval can't be blank", 'BLANK');
  if (intervalCount == null) report(at, "Interval count can't be blank", 'BLANK');
  else if (intervalCount <= 0) {
    report(at, 'Interval count must be greater than 0', 'GREATER_THAN');
  } else if (interval != null && intervalCount > largestIntervalCount[interval]) {
    report(at, 'Interval is too large', tooLarge);
  }
}

function checkRecurringBilling(
  given: NonNullable<BillingPolicyInput['recurring']>,
  path: readonly string[],
  report: Report,
): void {
  checkCycle(given, path, report, 'BILLING_POLICY_INTERVAL_TOO_LARGE');
  checkAnchors(given.anchors, null, path, report);
  const { minCycles, maxCycles } = given;
  for (const [name, title, cycles] of [
    ['minCycles', 'Min', minCycles],
    ['maxCycles', 'Max', maxCycles],
  ] as const) {
    if (cycles == null || cycles >= 1) continue;
    report(
      [...path, name],
      `${title} cycles must be within the range of 1 to 2,147,483,647`,
      'INVALID',
    );
  }
  if (minCycles != null && maxCycles != null && maxCycles < minCycles) {
    report(
      [...path, 'maxCycles'],
      'Max cycles must be greater than min cycles',
      'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES',
    );
  }
}

function checkFixedBilling(
  given: NonNullable<BillingPolicyInput['fixed']>,
  path: readonly string[],
  report: Report,
): void {
  const charge = given.checkoutCharge;
  const trigger = given.remainingBalanceChargeTrigger;
  const at = (name: string) => [...path, name];
  if (charge?.type == null) {
    report(at('checkoutCharge'), "Checkout charge can't be blank", 'BLANK');
  } else {
    checkValue(charge.type, charge.value, [...at('checkoutCharge'), 'value'], report, {
      both: ['Only one checkout charge value is allowed', 'ONLY_NEED_ONE_CHECKOUT_CHARGE_VALUE'],
      mismatch: [
        'Checkout charge value and type must match',
        'CHECKOUT_CHARGE_VALUE_AND_TYPE_MUST_MATCH',
      ],
    });
  }
  const prefix = 'REMAINING_BALANCE_CHARGE';
  const exactTime = given.remainingBalanceChargeExactTime ?? null;
  if ((trigger === 'EXACT_TIME') !== (exactTime !== null)) {
    report(
      at('remainingBalanceChargeExactTime'),
      exactTime === null ? "Exact time can't be blank" : 'Exact time must be blank',
      `${prefix}_EXACT_TIME_${exactTime === null ? 'REQUIRED' : 'NOT_ALLOWED'}`,
    );
  }
  const timeAfter = given.remainingBalanceChargeTimeAfterCheckout ?? '';
  if (trigger === 'TIME_AFTER_CHECKOUT' && !/^P(?=.*[1-9])[\dYMWDTHS.]+$/.test(timeAfter)) {
    report(
      at('remainingBalanceChargeTimeAfterCheckout'),
      'Time after checkout must be greater than zero',
      `${prefix}_TIME_AFTER_CHECKOUT_MUST_BE_GREATER_THAN_ZERO`,
    );
  }
  const percentage = charge?.type === 'PERCENTAGE' ? (charge.value?.percentage ?? null) : null;
  const isNothingLeft = (trigger ?? 'NO_REMAINING_BALANCE') === 'NO_REMAINING_BALANCE';
  const wrong =
    percentage === 100 && !isNothingLeft
      ? 'ON_FULL_CHECKOUT'
      : isNothingLeft && percentage !== null && percentage < 100
        ? 'NO_REMAINING_BALANCE_ON_PARTIAL_PERCENTAGE_CHECKOUT_CHARGE'
        : isNothingLeft && charge?.type === 'PRICE'
          ? 'NO_REMAINING_BALANCE_ON_PRICE_CHECKOUT_CHARGE'
          : null;
  if (wrong !== null) {
    report(
      at('remainingBalanceChargeTrigger'),
      'Remaining balance charge trigger does not go with the checkout charge',
      `${prefix}_TRIGGER_${wrong}`,
    );
  }
}

function checkFixedDelivery(
  given: NonNullable<DeliveryPolicyInput['fixed']>,
  path: readonly string[],
  report: Report,
): void {
  const trigger = given.fulfillmentTrigger ?? 'ASAP';
  for (const [name, present, wanted, code] of [
    [
      'fulfillmentExactTime',
      given.fulfillmentExactTime != null,
      trigger === 'EXACT_TIME',
      'FULFILLMENT_EXACT_TIME',
    ],
    ['anchors', (given.anchors ?? []).length > 0, trigger === 'ANCHOR', 'SELLING_PLAN_ANCHORS'],
  ] as const) {
    if (present === wanted) continue;
    report(
      [...path, name],
      `${name} ${wanted ? 'must' : 'must not'} be present when the fulfillment trigger is ${trigger}`,
      `${code}_${wanted ? 'REQUIRED' : 'NOT_ALLOWED'}`,
    );
  }
}

function checkDelivery(given: DeliveryPolicyInput, path: readonly string[], report: Report): void {
  const kind = given.fixed == null ? 'recurring' : 'fixed';
  const terms = given.recurring ?? given.fixed;
  if (given.recurring != null) {
    checkCycle(given.recurring, [...path, kind], report, 'DELIVERY_POLICY_INTERVAL_TOO_LARGE');
  }
  if (given.fixed != null) checkFixedDelivery(given.fixed, [...path, kind], report);
  checkAnchors(terms?.anchors, terms?.cutoff, [...path, kind], report);
  if ((terms?.cutoff ?? 0) < 0) {
    report(
      [...path, kind, 'cutoff'],
      'Cutoff must be within the range of 0 to 2,147,483,647',
      'INVALID',
    );
  }
}

/** Reports the platform's errors about a plan's billing and delivery policies, each alone and both together. */
export function checkPolicies(draft: PlanDraft, path: readonly string[], report: Report): void {
  const { input, plan, noun, existing } = draft;
  for (const name of ['billing', 'delivery'] as const) {
    const given = input[`${name}Policy`];
    const at = [...path, `${name}Policy`];
    const upper = name === 'billing' ? 'BILLING' : 'DELIVERY';
    if (given?.recurring == null && given?.fixed == null) {
      if (existing !== null) continue;
      report(at, `${noun} ${name} policy must be present.`, `SELLING_PLAN_${upper}_POLICY_MISSING`);
      continue;
    }
    if (given.recurring != null && given.fixed != null) {
      report(
        at,
        `Only one of fixed or recurring ${name} policy is allowed`,
        `ONLY_NEED_ONE_${upper}_POLICY_TYPE`,
      );
    }
  }
  const { billingPolicy, deliveryPolicy } = input;
  const billingPath = [...path, 'billingPolicy'];
  if (billingPolicy?.recurring != null) {
    checkRecurringBilling(billingPolicy.recurring, [...billingPath, 'recurring'], report);
  } else if (billingPolicy?.fixed != null) {
    checkFixedBilling(billingPolicy.fixed, [...billingPath, 'fixed'], report);
  }
  if (deliveryPolicy != null) checkDelivery(deliveryPolicy, [...path, 'deliveryPolicy'], report);
  if (existing === null && (billingPolicy == null || deliveryPolicy == null)) return;

  const { billing, delivery } = plan;
  if (billing.kind !== delivery.kind) {
    report(
      path,
      `${noun} billing and delivery policy types must be the same`,
      'BILLING_AND_DELIVERY_POLICY_TYPES_MUST_BE_THE_SAME',
    );
    return;
  }
  if (!haveEqualAnchors(billing, delivery)) {
    report(
      path,
      `${noun} billing and delivery policy anchors must be equal`,
      'SELLING_PLAN_BILLING_AND_DELIVERY_POLICY_ANCHORS_MUST_BE_EQUAL',
    );
  }
  if (billing.kind === 'fixed' || delivery.kind === 'fixed') return;
  // A length of 0 is refused above, and nothing is a multiple of it.
  if (
    billing.intervalCount !== 0 &&
    delivery.intervalCount !== 0 &&
    !isMultiple(billing, delivery)
  ) {
    report(
      path,
      `${noun} billing cycle must be a multiple of the delivery cycle`,
      'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE',
    );
  }
}
