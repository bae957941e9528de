import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenIdsOf } from './chosen-ids.ts';

const isId = (text: string) => /^\d{1,20}$/.test(text);
const id = fc.integer({ min: 1, max: 8 }).map(String);
const written = fc.constantFrom(
  (id: string) => id,
  (id: string) => `gid://shopify/Order/${id}`,
  (id: string) => ` ${id}\t`,
);
const noId = fc.constantFrom('tea', 'x/5', '1'.repeat(21), 'gid://shopify/Product/5');

describe('what was chosen to be synced', () => {
  it.each([
    ['12', '12'],
    ['gid://shopify/Order/12', '12'],
    [' 12\n', '12'],
  ])('takes %j for %j', (text, orderId) => {
    expect(chosenIdsOf([text])).toEqual({
      orderIds: [orderId],
      duplicates: 0,
      invalidCount: 0,
      invalidIds: [],
    });
  });

  it.each(['tea', '1'.repeat(21), 'gid://shopify/Product/5', '5gid://shopify/Order/6', '5 6'])(
    'takes %j for no id',
    (text) => {
      expect(chosenIdsOf([text])).toEqual({
        orderIds: [],
        duplicates: 0,
        invalidCount: 1,
        invalidIds: [text],
      });
    },
  );

  it('leaves out what is empty, and lists it nowhere', () => {
    const chosen = chosenIdsOf(['', ' ', 'gid://shopify/Order/', '7']);
    expect(chosen).toEqual({ orderIds: ['7'], duplicates: 0, invalidCount: 0, invalidIds: [] });
  });

  it('names the first 20 of what is no id, and 60 letters of each', () => {
    const texts = Array.from({ length: 25 }, (_, index) => `${index}-${'x'.repeat(80)}`);
    const { invalidCount, invalidIds } = chosenIdsOf([...texts, ...texts]);
    expect(invalidCount).toBe(25);
    expect(invalidIds).toEqual(texts.slice(0, 20).map((text) => text.slice(0, 60)));
  });

  it('is sorted without losing any, whatever stands in it', () => {
    const texts = fc.oneof(
      fc.tuple(id, written).map(([id, write]) => ({ text: write(id), id })),
      noId.map((text) => ({ text, id: undefined })),
    );
    fc.assert(
      fc.property(fc.array(texts), (given) => {
        const ids = given.flatMap(({ id }) => (id === undefined ? [] : [id]));
        const others = given.filter(({ id }) => id === undefined).map(({ text }) => text);
        const chosen = chosenIdsOf(given.map(({ text }) => text));
        expect(chosen.orderIds).toEqual([...new Set(ids)]);
        expect(chosen.orderIds.every(isId)).toBe(true);
        const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
        expect(chosen.duplicates).toBe(new Set(twice).size);
        expect(chosen.invalidIds).toEqual([...new Set(others)]);
        expect(chosen.invalidCount).toBe(chosen.invalidIds.length);
      }),
    );
  });
});
