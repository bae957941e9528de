import { formatCount, formatDayIn, formatNumber, formatSums } from '#contract/format.ts';
import type { Billing, RecurringSummary } from '#contract/recurring-orders.ts';
import {
  type FailureClass,
  failureClasses,
  failureClassWords,
} from '#contract/recurring-orders-names.ts';
import type { RecurringMorning } from './recurring-morning.ts';

type Known = Pick<Billing, 'stopped' | 'subscriptions' | 'grantUrl' | 'timeZone'>;

export function wordsOfMorning(summary: RecurringSummary, billing: Known): RecurringMorning {
  const { state, today, failures, toDecide, expected } = summary;
  const { upcoming, charging, charged, left, ...rest } = today.counts;
  const due = upcoming + charging + charged + rest.failed + rest['to decide'] + rest.ended;
  const failed = totalOf(failures);
  return {
    state,
    day: today.day,
    notice: noticeOf(state, billing),
    due: {
      value: formatNumber(due),
      comparison: joined([
        due === 0 ? 'Nothing due' : stillToCome(upcoming, charging, state),
        left === 0 ? '' : `${formatNumber(left)} skipped or paused`,
      ]),
    },
    charged: {
      value: formatNumber(charged),
      comparison: charged === 0 ? 'None so far today' : beforeTax(formatSums(today.charged, ' + ')),
    },
    failed: {
      value: formatNumber(failed),
      comparison: failed === 0 ? 'Nothing failed' : 'Not charged so far, on any day',
    },
    toDecide: {
      value: formatNumber(toDecide),
      comparison: toDecide === 0 ? 'Nothing to decide' : 'Charged only if you say so',
    },
    expected: {
      value: formatSums(expected.money, ' + '),
      comparison:
        expected.orders === 0
          ? 'No orders ahead'
          : beforeTax(`${formatCount(expected.orders, 'order')} at today’s prices`),
    },
    failures: reasonsOf(failures),
    isMoving: state === 'live' && upcoming + charging > 0,
  };
}

function noticeOf(
  state: RecurringSummary['state'],
  { stopped, subscriptions, grantUrl, timeZone }: Known,
): RecurringMorning['notice'] {
  const lookAt = { action: 'Go to Recurring Orders', url: '/recurring-orders' };
  if (state === 'stopped') {
    const { happened, whatToDo } = stopped?.because ?? {
      happened: 'Nothing is charged until you start billing again.',
      whatToDo: null,
    };
    return {
      title: stopped
        ? `Billing has been stopped since ${formatDayIn(timeZone, stopped.at)}`
        : 'Billing is stopped',
      text: joined([happened, whatToDo ?? ''], ' '),
      ...lookAt,
    };
  }
  if (grantUrl !== null) {
    return {
      title: 'Cadence needs your permission to charge recurring orders',
      text: 'Nothing is charged until you update your permissions.',
      action: 'Review permissions',
      url: '/settings',
    };
  }
  if (state === 'before') return null;
  if (subscriptions === 'refused') {
    return {
      title: 'We can’t read your subscriptions right now',
      text: 'Nothing is charged until we can. We check again every day.',
      ...lookAt,
    };
  }
  if (subscriptions === 'known') return null;
  return {
    title: 'Cadence is reading your subscriptions',
    text: 'Charging begins once they’re all read.',
    ...lookAt,
  };
}

function stillToCome(upcoming: number, charging: number, state: RecurringSummary['state']): string {
  if (upcoming + charging === 0) return 'Done for today';
  const come = state === 'live' ? 'still to come' : 'not charged';
  return joined([
    upcoming === 0 ? '' : `${formatNumber(upcoming)} ${come}`,
    charging === 0 ? '' : `${formatNumber(charging)} being charged`,
  ]);
}

/** Groups failures by who can act on them. A group with a single reason names that reason. */
function reasonsOf(failures: RecurringSummary['failures']): RecurringMorning['failures'] {
  const orders = (failureClass: FailureClass) =>
    totalOf(failures.filter((failure) => failure.failureClass === failureClass));
  return failureClasses
    .filter((each) => orders(each) > 0)
    .sort((one, other) => orders(other) - orders(one))
    .map((failureClass) => {
      const [first, ...others] = failures.filter((each) => each.failureClass === failureClass);
      const why = others.length === 0 ? first?.happened : undefined;
      const count = formatCount(orders(failureClass), 'order');
      return { failureClass, text: `${count}: ${why ?? failureClassWords[failureClass]}` };
    });
}

function totalOf(failures: RecurringSummary['failures']): number {
  return failures.reduce((total, { orders }) => total + orders, 0);
}

function beforeTax(text: string): string {
  return `${text}, before tax`;
}

function joined(parts: string[], by = ', '): string {
  return parts.filter((part) => part !== '').join(by);
}
