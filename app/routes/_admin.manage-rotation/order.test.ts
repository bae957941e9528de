import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RotationProduct } from '#contract/rotation.ts';
import {
  added,
  changesOf,
  deliveries,
  fitOf,
  isSameOrder,
  joined,
  moved,
  type Order,
  removed,
  sorted,
  sortings,
} from './order.ts';

const id = fc.integer({ min: 1, max: 60 }).map(String);
const order = fc.uniqueArray(id, { maxLength: 40 });
const product = fc.record<RotationProduct>({
  original_id: id,
  title: fc.option(fc.string()),
  status: fc.constantFrom('active', 'archived', 'unavailable', 'rotating', 'deleted'),
  imageUrl: fc.constant(null),
  stock: fc.option(fc.integer({ min: -5, max: 500 })),
  createdAt: fc.option(
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString()),
  ),
  roastLevel: fc.option(fc.integer({ min: 1, max: 5 })),
});
const products = fc.array(product).map((all) => new Map(all.map((one) => [one.original_id, one])));

type Move = (order: Order) => Order;
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.tuple(fc.integer({ min: -3, max: 45 }), fc.integer({ min: -3, max: 45 })).map(
    ([from, to]): Move =>
      (before) =>
        moved(before, from, to),
  ),
  id.map(
    (one): Move =>
      (before) =>
        added(before, one),
  ),
  id.map(
    (one): Move =>
      (before) =>
        removed(before, one),
  ),
  order.map(
    (more): Move =>
      (before) =>
        joined(before, more),
  ),
  fc.tuple(products, fc.constantFrom(...sortings)).map(
    ([known, sorting]): Move =>
      (before) =>
        sorted(before, known, sorting),
  ),
);

const byId = (some: Order) => [...some].sort();

describe('moves of a rotation', () => {
  it('never name a product twice, whatever is done one after the other', () => {
    fc.assert(
      fc.property(order, fc.array(move, { maxLength: 30 }), (start, moves) => {
        const end = moves.reduce<Order>((before, apply) => apply(before), start);
        expect(new Set(end).size).toBe(end.length);
      }),
    );
  });

  it('that only move lose no product and gain none', () => {
    fc.assert(
      fc.property(order, fc.nat(50), fc.nat(50), (start, from, to) => {
        expect(byId(moved(start, from, to))).toEqual(byId(start));
      }),
    );
  });

  it('put a product where it was dropped, the others in their order, and are undone by the way back', () => {
    const placed = order
      .filter(({ length }) => length > 0)
      .chain((start) =>
        fc.tuple(fc.constant(start), fc.nat(start.length - 1), fc.nat(start.length - 1)),
      );
    fc.assert(
      fc.property(placed, ([start, from, to]) => {
        const end = moved(start, from, to);
        const one = start[from] ?? '';
        expect(end[to]).toBe(one);
        expect(removed(end, one)).toEqual(removed(start, one));
        expect(moved(end, to, from)).toEqual(start);
      }),
    );
  });

  it('outside of the order change nothing', () => {
    const start = ['1', '2'];
    for (const [from, to] of [
      [0, 2],
      [2, 0],
      [-1, 0],
      [0, -1],
      [1, 1],
    ] as const) {
      expect(moved(start, from, to)).toBe(start);
    }
  });

  it('add last and take away again', () => {
    fc.assert(
      fc.property(order, id, (start, one) => {
        const more = added(start, one);
        const isThere = start.includes(one);
        expect(more).toEqual(isThere ? start : [...start, one]);
        expect(removed(more, one)).toEqual(removed(start, one));
      }),
    );
  });

  it('sort all of it, the same again by the same, and nothing unknown before what is known', () => {
    fc.assert(
      fc.property(order, products, fc.constantFrom(...sortings), (start, known, sorting) => {
        const end = sorted(start, known, sorting);
        expect(byId(end)).toEqual(byId(start));
        expect(sorted(end, known, sorting)).toEqual(end);
        const stocks = sorted(start, known, 'stock').map((one) => known.get(one)?.stock ?? -1);
        expect(stocks).toEqual([...stocks].sort((left, right) => right - left));
        const roasts = sorted(start, known, 'roast').map((one) => known.get(one)?.roastLevel ?? 9);
        expect(roasts).toEqual([...roasts].sort());
      }),
    );
  });
});

describe('the changes of an order', () => {
  it('are few, and tell how to come from one to the other', () => {
    fc.assert(
      fc.property(order, order, (before, after) => {
        const { added: come, removed: gone, moved: shifted } = changesOf(before, after);
        const away = new Set([...gone, ...shifted]);
        const stayed = before.filter((id) => !away.has(id));
        const isNew = new Set([...come, ...shifted]);
        expect(after.filter((id) => !isNew.has(id))).toEqual(stayed);
      }),
    );
    expect(changesOf(['1', '2', '3', '4'], ['4', '1', '2', '5'])).toEqual({
      added: ['5'],
      removed: ['3'],
      moved: ['4'],
    });
    expect(changesOf(['1', '2'], ['1', '2'])).toEqual({ added: [], removed: [], moved: [] });
  });
});

describe('deliveries', () => {
  it('take the products in their order, the first one first, and begin again after the last', () => {
    fc.assert(
      fc.property(order, fc.nat(20), (start, count) => {
        const end = deliveries(start, count);
        expect(end).toHaveLength(start.length === 0 ? 0 : count);
        for (const [index, one] of end.entries()) expect(one).toBe(start[index % start.length]);
      }),
    );
  });

  it('leave out what is not on sale', () => {
    fc.assert(
      fc.property(order, products, (start, known) => {
        const fit = fitOf(start, known);
        expect(fit.every((one) => known.get(one)?.status === 'active')).toBe(true);
        expect(isSameOrder(fitOf(fit, known), fit)).toBe(true);
      }),
    );
  });
});
