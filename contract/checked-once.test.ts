import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkedOnce } from './checked-once.ts';

const looks: unknown[] = [];
const row = z.object({ id: z.string().refine((id) => looks.push(id)) });
const rows = z.object({ rows: z.array(checkedOnce(row)) });

it('looks at an object once, and answers the same each time', () => {
  const given = { rows: [{ id: 'a', more: 1 }] };
  const first = rows.parse(given);
  looks.length = 0;
  const second = rows.parse({ ...given });
  expect(second).toEqual({ rows: [{ id: 'a' }] });
  expect(second.rows[0]).toBe(first.rows[0]);
  expect(looks).toEqual([]);
});

it('looks at another object, though it says the same', () => {
  rows.parse({ rows: [{ id: 'a' }] });
  looks.length = 0;
  rows.parse({ rows: [{ id: 'a' }] });
  expect(looks).toEqual(['a']);
});

it.each([
  [{ id: 1 }, ['rows', 0, 'id']],
  ['text', ['rows', 0]],
  [null, ['rows', 0]],
])('refuses %j each time, and says where', (wrong, path) => {
  const given = { rows: [wrong] };
  for (const { error } of [rows.safeParse(given), rows.safeParse(given)]) {
    expect(error?.issues.map((issue) => issue.path)).toEqual([path]);
  }
});
