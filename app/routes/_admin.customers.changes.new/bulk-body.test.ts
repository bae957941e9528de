import { expect, it } from 'vitest';
import { basisPointsOf, bodyOf, type Typed, typedAtFirst } from './bulk-body.ts';

const options = {
  hasMoreVariants: false,
  variants: [{ id: '1', name: 'House blend' }],
  currencies: ['USD', 'JPY'],
};
const body = (typed: Partial<Typed>, of = options) => bodyOf({ ...typedAtFirst(of), ...typed }, of);

it.each([
  ['7.5', 750],
  ['+7,25 %', 725],
  ['-10', -1000],
  ['−100', -10_000],
  ['0', null],
  ['-100.5', null],
  ['1000.01', null],
  ['ten', null],
  ['', null],
])('reads the percentage %j', (text, points) => {
  expect(basisPointsOf(text)).toBe(points);
});

it.each<[Partial<Typed>, object]>([
  [
    { change: 'pause', until: '2026-12-01' },
    { change: 'pause', until: '2026-12-01' },
  ],
  [
    { change: 'cancel', reason: 'taste' },
    { change: 'cancel', reason: 'taste' },
  ],
  [
    { change: 'move', days: '3' },
    { change: 'move', to: { days: -3 } },
  ],
  [
    { change: 'move', days: '3', moveTo: 'later' },
    { change: 'move', to: { days: 3 } },
  ],
  [
    { change: 'replace', by: { id: '2', name: 'x'.repeat(256) } },
    {
      change: 'replace',
      variant: options.variants[0],
      by: { id: '2', name: 'x'.repeat(255) },
    },
  ],
  [
    { change: 'price', priceTo: 'amount', price: '13,50', currencyCode: 'USD' },
    {
      change: 'price',
      variant: options.variants[0],
      to: { amount: 1350, currencyCode: 'USD' },
    },
  ],
  [
    { change: 'price', priceTo: 'amount', price: '12.5', currencyCode: 'USD' },
    {
      change: 'price',
      variant: options.variants[0],
      to: { amount: 1250, currencyCode: 'USD' },
    },
  ],
])('sends what was typed: %j', (typed, sent) => {
  expect(body(typed)).toEqual({ body: sent });
});

it.each<[Partial<Typed>, string]>([
  [{ change: 'pause', until: '2026-02-30' }, 'until'],
  [{ change: 'move', days: '0' }, 'days'],
  [{ change: 'move', moveTo: 'day', day: '' }, 'day'],
  [{ change: 'price', percent: 'much' }, 'percent'],
  [{ change: 'price', priceTo: 'amount', price: '-1' }, 'price'],
  [{ change: 'price', priceTo: 'amount', price: '1.000' }, 'price'],
  [{ change: 'price', priceTo: 'amount', price: '0.001' }, 'price'],
  [{ change: 'replace' }, 'by'],
  [{ change: 'replace', variant: '2' }, 'variant'],
])('says beside its field what can’t be sent: %j', (typed, field) => {
  expect(body(typed)).toEqual({ refusals: { [field]: expect.any(String) } });
});
