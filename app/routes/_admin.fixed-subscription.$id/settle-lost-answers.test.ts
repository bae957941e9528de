import { describe, expect, it, vi } from 'vitest';
import { settleLostAnswers } from './settle-lost-answers.ts';

const variant = (id: string) => ({ id, name: id, reason: 'Oops' });
const lost = (id: string) => ({ ...variant(id), isUnknown: true });
const progress = { total: 5, done: 5, changed: 2, failed: [variant('a'), lost('b'), lost('c')] };

describe('settleLostAnswers', () => {
  it.each([
    ['remove', ['a', 'b'], ['a', 'b']],
    ['remove', [], ['a']],
    ['add', ['a', 'b'], ['a', 'c']],
    ['add', ['b', 'c'], ['a']],
  ] as const)(
    'after %s with %j in the group says that %j failed',
    async (change, inGroup, left) => {
      const settled = await settleLostAnswers(progress, change, async () =>
        inGroup.map((id) => ({ id })),
      );
      expect(settled.failed).toEqual(left.map(variant));
      expect(settled.changed).toBe(5 - left.length);
    },
  );

  it('leaves open what nobody knows', async () => {
    const settled = await settleLostAnswers(progress, 'remove', () => Promise.reject(new Error()));
    expect(settled).toEqual(progress);
  });

  it('reads nothing where every answer came', async () => {
    const answered = { ...progress, failed: [variant('a')] };
    const read = vi.fn();
    expect(await settleLostAnswers(answered, 'add', read)).toBe(answered);
    expect(read).not.toHaveBeenCalled();
  });
});
