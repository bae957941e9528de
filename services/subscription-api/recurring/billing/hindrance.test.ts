import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CycleSituation, hindranceOf } from './hindrance.ts';

const day = 86_400_000;
const chargeAt = new Date('2026-12-08T15:00:00Z');
const later = (days: number) => new Date(chargeAt.getTime() + days * day);

const ready: CycleSituation = {
  now: chargeAt,
  schedule: { timeZone: 'America/New_York', hour: 10 },
  wentLiveAt: later(-30),
  catchUpDays: 3,
  isUsageBased: false,
  isOrdered: false,
  isUntold: false,
  contractStatus: 'ACTIVE',
  isComplete: false,
  isSkipped: false,
  isBilled: false,
  startsAt: later(-7),
  expectedAt: chargeAt,
  chargeAt,
  hasFailed: false,
  dueWhile: null,
  waitedUntil: null,
  hasUnended: false,
  ownPaid: [],
  ownOpenSince: [],
  decidedAt: null,
  isChargedAgain: false,
  foreign: [],
};

const foreign = (days: number, state: 'open' | 'paid' | 'failed') => ({
  foreign: [{ createdAt: later(days), state }],
});

const paid = (paidAt: Date, begunAt = paidAt) => ({ begunAt, paidAt });

it.each<[string, Partial<CycleSituation>, string | undefined]>([
  ['nothing', {}, undefined],
  ['usage-based billing', { isUsageBased: true }, 'usage-based'],
  ['an order by use', { isUsageBased: true, isOrdered: true }, undefined],
  [
    'an order by use that isn’t due',
    { isUsageBased: true, isOrdered: true, now: later(-0.1) },
    'not due',
  ],
  [
    'an order by use that nobody saw to for days',
    { isUsageBased: true, isOrdered: true, now: later(4) },
    'missed',
  ],
  [
    'an order by use of which its customer wasn’t told',
    { isUsageBased: true, isOrdered: true, isUntold: true },
    'customer not told',
  ],
  [
    'an order by use of which its customer wasn’t told, and which the merchant wants charged',
    { isUsageBased: true, isOrdered: true, isUntold: true, decidedAt: chargeAt },
    undefined,
  ],
  ['nobody knowing how it is billed', { isUsageBased: null }, 'usage unknown'],
  ['a pause', { contractStatus: 'PAUSED' }, 'contract paused'],
  ['a contract that failed', { contractStatus: 'FAILED' }, 'contract failed'],
  ['the last order having been made', { isComplete: true }, 'all orders made'],
  ['a skip', { isSkipped: true }, 'skipped'],
  ['the cycle being billed', { isBilled: true }, 'charged elsewhere'],
  ['its day being ahead', { now: later(-1) }, 'not due'],
  ['an order of another app on the day before', foreign(-0.9, 'paid'), 'charged elsewhere'],
  ['an order of another app in the cycle', foreign(-5, 'paid'), 'unknown attempt'],
  ['a failed attempt of another app in the cycle', foreign(-5, 'failed'), 'unknown attempt'],
  [
    'an attempt of another app that is open since long ago',
    foreign(-90, 'open'),
    'unknown attempt',
  ],
  ['not what another app did before', foreign(-8, 'paid'), undefined],
  [
    'not what another app did before the shop went live',
    { ...foreign(-5, 'paid'), wentLiveAt: later(-4) },
    undefined,
  ],
  ['another order of ours today', { ownPaid: [paid(later(-0.1))] }, 'second of the day'],
  [
    'another order of ours since then',
    { ownPaid: [paid(later(1))], now: later(2) },
    'charged since it was due',
  ],
  ['not an order of ours yesterday', { ownPaid: [paid(later(-1))] }, undefined],
  ['another cycle’s open attempt', { ownOpenSince: [later(-6.9)] }, 'another charge is open'],
  [
    'one that is open for a week',
    { ownOpenSince: [later(-1), later(-7)] },
    'the order before is open for 7 days',
  ],
  [
    'a due date before the shop went live',
    { wentLiveAt: later(0.1), now: later(0.2) },
    'before go-live',
  ],
  ['having been missed for too long', { now: later(3.1) }, 'missed'],
  ['not a run that takes hours', { now: later(0.4), catchUpDays: 0 }, undefined],
  ['a day being over where none is caught up', { now: later(0.6), catchUpDays: 0 }, 'missed'],
  ['not being a day late', { now: later(1) }, undefined],
  ['not having waited for something', { now: later(7), waitedUntil: later(5) }, undefined],
  ['having waited long ago', { now: later(9), waitedUntil: later(5) }, 'missed'],
  [
    'a retry that was missed for too long',
    { now: later(9), waitedUntil: later(5), hasFailed: true },
    'missed',
  ],
  [
    'having been due in a pause',
    { now: later(1), dueWhile: 'due while paused' },
    'due while paused',
  ],
  ['an earlier cycle that has not ended', { hasUnended: true }, 'the order before must end first'],
  ['not a failure a week ago', { now: later(7), hasFailed: true }, undefined],
])('%s speaks against a charge as it should', (_, change, reason) => {
  expect(hindranceOf({ ...ready, ...change })?.reason).toBe(reason);
});

it('lets no cycle be charged before its time, nor after a foreign order, whatever else holds', () => {
  const days = fc.integer({ min: -40 * 24, max: 40 * 24 }).map((hours) => hours / 24);
  const attempts = fc.array(
    fc.record({ createdAt: days.map(later), state: fc.constantFrom('open', 'paid', 'failed') }),
  );
  fc.assert(
    fc.property(days, attempts, fc.boolean(), (now, all, hasFailed) => {
      const situation = { ...ready, now: later(now), foreign: all, hasFailed };
      if (hindranceOf(situation) !== null) return;
      expect(now).toBeGreaterThanOrEqual(0);
      for (const { createdAt, state } of all) {
        expect(state).not.toBe('open');
        expect(createdAt < ready.startsAt).toBe(true);
      }
    }),
  );
});

it.each<[string, Partial<CycleSituation>, string | undefined]>([
  ['what was missed', { now: later(9), decidedAt: later(9) }, undefined],
  ['of before go-live', { wentLiveAt: later(1), now: later(9), decidedAt: later(9) }, undefined],
  ['what fell due in a pause', { dueWhile: 'due while paused', decidedAt: chargeAt }, undefined],
  ['of unknown usage', { isUsageBased: null, decidedAt: chargeAt }, undefined],
  ['after an order of that day', { ownPaid: [paid(chargeAt)], decidedAt: chargeAt }, undefined],
  ['after a failed try of others', { ...foreign(-1, 'failed'), decidedAt: chargeAt }, undefined],
  [
    'before an order that came since',
    { now: later(2), ownPaid: [paid(later(1))], decidedAt: chargeAt },
    'charged since it was due',
  ],
  [
    'before an order that came since, where the platform’s clock is behind',
    { now: later(0.2), ownPaid: [paid(chargeAt, later(0.11))], decidedAt: later(0.1) },
    'second of the day',
  ],
  [
    'before a try of others that came since',
    { now: later(2), ...foreign(1, 'failed'), decidedAt: chargeAt },
    'unknown attempt',
  ],
  ['while others are at it', { ...foreign(-1, 'open'), decidedAt: chargeAt }, 'unknown attempt'],
  ['what is billed', { isBilled: true, decidedAt: chargeAt }, 'charged elsewhere'],
  [
    'again what is billed',
    { isBilled: true, ...foreign(0, 'paid'), decidedAt: chargeAt, isChargedAgain: true },
    undefined,
  ],
  [
    'again before an order of others that came since',
    {
      now: later(2),
      isBilled: true,
      ...foreign(1, 'paid'),
      decidedAt: chargeAt,
      isChargedAgain: true,
    },
    'charged elsewhere',
  ],
  ['a paused one', { contractStatus: 'PAUSED', decidedAt: chargeAt }, 'contract paused'],
  [
    'while another is open',
    { ownOpenSince: [chargeAt], decidedAt: chargeAt },
    'another charge is open',
  ],
])('decided to be charged: %s', (_, change, reason) => {
  expect(hindranceOf({ ...ready, ...change })?.reason).toBe(reason);
});
