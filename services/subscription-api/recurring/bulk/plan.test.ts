import { expect, it } from 'vitest';
import { contractExample } from '../../testing/contract-example.ts';
import { changeTexts } from '../contracts/change.ts';
import { planOf } from './plan.ts';

const schedule = { timeZone: 'Europe/Berlin', hour: 10 };
const example = contractExample('a.example');
const [line] = example.lines;
if (line === undefined) throw new Error('The example has no line.');
const lines = [
  { ...line, id: '1', variantId: '11', quantity: 2, price: 1005 },
  { ...line, id: '2', variantId: '22', quantity: 1, price: 700 },
  { ...line, id: '3', variantId: '11', quantity: 1, price: 10 },
];
const contract = { ...example.contract, status: 'ACTIVE', deliveryPrice: 490, resumesAt: null };
const amount = 490 + 2 * 1005 + 700 + 10;
const row = { amount, newAmount: amount, cycleIndex: null, day: null, newDay: null };
const variant = { id: '11', name: 'House blend' };

it('changes the price of each line of a product, halves rounded up, and names what puts it back', () => {
  const change = { change: 'price', variant, to: { basisPoints: -5000 } } as const;
  const newAmount = 490 + 2 * 503 + 700 + 5;
  expect(planOf(change, { contract, lines }, { ...row, newAmount }, { schedule })).toEqual({
    asked: {
      change: 'set lines',
      lines: [
        { line: '1', quantity: 2, price: 503 },
        { line: '3', quantity: 1, price: 5 },
      ],
    },
    back: {
      change: 'set lines',
      lines: [
        { line: '1', quantity: 2, price: 1005 },
        { line: '3', quantity: 1, price: 10 },
      ],
    },
  });
});

it('replaces a product at its own price', () => {
  const by = { id: '33', name: 'Decaf' };
  const set = (id: string) => ({
    change: 'set lines',
    lines: [
      { line: '1', quantity: 2, price: 1005, variant: id },
      { line: '3', quantity: 1, price: 10, variant: id },
    ],
  });
  expect(
    planOf({ change: 'replace', variant, by }, { contract, lines }, row, { schedule }),
  ).toEqual({
    ...{ asked: set('33'), back: set('11') },
  });
});

it('refuses what wouldn’t cost what was shown, and leaves out what has nothing to change', () => {
  const change = { change: 'price', variant, to: { amount: 5, currencyCode: 'EUR' } } as const;
  const plan = (of: typeof lines) => planOf(change, { contract, lines: of }, row, { schedule });
  expect(plan(lines)).toEqual({ refused: changeTexts.changed });
  expect(plan(lines.slice(1, 2))).toEqual({ leftOut: 'no product' });
  const move = { change: 'move', to: { days: 1 } } as const;
  expect(planOf(move, { contract, lines }, row, { schedule })).toEqual({ leftOut: 'no order' });
});

it('pauses again what it resumed, until the same day, but marks nothing as failed again', () => {
  const resume = (status: string, resumesAt: Date | null) =>
    planOf({ change: 'resume' }, { contract: { ...contract, status, resumesAt }, lines }, row, {
      schedule,
    });
  expect(resume('PAUSED', new Date('2026-11-29T23:00:00Z'))).toMatchObject({
    back: { change: 'pause', until: '2026-11-30' },
  });
  expect(resume('PAUSED', null)).toMatchObject({ back: { change: 'pause' } });
  expect(resume('FAILED', null)).toMatchObject({ back: null });
});
