import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLine, nextCoffees, type Place } from './order.ts';

const had = (coffee: string, order: string): Place => ({
  coffee,
  isHad: true,
  order: order.split(''),
});
const chosen = (coffee: string, order: string): Place => ({
  coffee,
  isHad: false,
  order: order.split(''),
});
const next = (order: string, place: Place, count = 4, passedOver = '') =>
  nextCoffees(order.split(''), place, count, (id) => passedOver.includes(id)).join('');

describe('the order of coffees', () => {
  it.each([
    ['begins with the first one', next('ABC', null), 'ABCA'],
    ['goes on after the last one', next('ABC', had('A', 'ABC')), 'BCAB'],
    ['begins again after the end', next('ABC', had('C', 'ABC')), 'ABCA'],
    ['begins where the merchant says', next('ABC', chosen('C', 'ABC')), 'CABC'],
    ['passes over what can’t go out', next('ABCD', had('A', 'ABCD'), 4, 'BD'), 'CACA'],
    ['has nothing where nothing can go out', next('ABC', had('A', 'ABC'), 4, 'ABC'), ''],
    ['has nothing where there is no order', next('', had('A', 'ABC')), ''],
    ['follows a new order from the last one on', next('CAB', had('A', 'ABC')), 'BCAB'],
    ['takes a new coffee in its turn', next('ADBC', had('A', 'ABC')), 'DBCA'],
    ['goes on behind a coffee that was taken out', next('AC', had('B', 'ABC')), 'CACA'],
    ['goes on behind several that were taken out', next('AD', had('B', 'ABCD')), 'DADA'],
    ['goes on from the beginning behind the last one', next('AB', had('C', 'ABC')), 'ABAB'],
    ['begins with the first one of another order', next('XY', had('B', 'ABC')), 'XYXY'],
    [
      'begins with the first one behind a coffee of another rotation',
      next('ZXY', had('A', 'XYZ')),
      'ZXYZ',
    ],
    ['begins behind a chosen one that was taken out', next('AC', chosen('B', 'ABC')), 'CACA'],
    ['follows one coffee alone', next('A', had('A', 'A')), 'AAAA'],
    ['goes on where the former order is unknown', next('ABC', had('X', '')), 'ABCA'],
  ])('%s', (_, is, should) => expect(is).toBe(should));

  const orders = fc.uniqueArray(fc.constantFrom(...'ABCDEFGH'), { minLength: 1 });
  const places = fc.option(
    fc.record({
      order: orders,
      at: fc.nat(),
      isHad: fc.boolean(),
    }),
  );
  const placeOf = (one: { order: string[]; at: number; isHad: boolean } | null): Place =>
    one && {
      coffee: one.order[one.at % one.order.length] ?? '',
      isHad: one.isHad,
      order: one.order,
    };

  it('names each coffee of the order once before any comes again', () => {
    fc.assert(
      fc.property(orders, places, (order, place) => {
        expect([...inLine(order, placeOf(place))].sort()).toEqual([...order].sort());
      }),
    );
  });

  it('is the same, foreseen at once or taken one by one, whatever is passed over', () => {
    fc.assert(
      fc.property(orders, places, fc.subarray([...'ABCDEFGH']), (order, place, out) => {
        const isPassedOver = (id: string) => out.includes(id);
        const foreseen = nextCoffees(order, placeOf(place), 12, isPassedOver);
        let at = placeOf(place);
        const taken = foreseen.map(() => {
          const [coffee = ''] = nextCoffees(order, at, 1, isPassedOver);
          at = { coffee, isHad: true, order };
          return coffee;
        });
        expect(taken).toEqual(foreseen);
        expect(foreseen.some(isPassedOver)).toBe(false);
      }),
    );
  });

  it('never gives the same coffee twice running while another one can go out', () => {
    fc.assert(
      fc.property(orders, orders, fc.nat(), (before, after, index) => {
        const coffee = before[index % before.length] ?? '';
        const [first] = nextCoffees(after, { coffee, isHad: true, order: before }, 1);
        if (after.length > 1) expect(first).not.toBe(coffee);
      }),
    );
  });
});
