import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf, fieldNameOf } from './errors.ts';

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'an unknown field of the name %s is told like any other',
  (name) => {
    const { error } = z.strictObject({}).safeParse(JSON.parse(`{"${name}": 1}`));
    expect(error).toBeDefined();
    if (error) expect(Object.entries(fieldErrorsOf(error))).toEqual([[name, [expect.any(String)]]]);
  },
);

it.each<[PropertyKey[], string]>([
  [[], ''],
  [['name'], 'name'],
  [['rows', 0, 'price'], 'rows[0].price'],
  [[2, 'price'], '[2].price'],
  [['rows', 1, 2], 'rows[1][2]'],
])('the path %j is the field "%s"', (path, name) => {
  expect(fieldNameOf(path)).toBe(name);
});

it('gathers all that is wrong, each below its field', () => {
  const { error } = z
    .object({ rows: z.array(z.strictObject({ price: z.string().min(3, 'short').max(0, 'long') })) })
    .refine(() => false, { message: 'as a whole', when: () => true })
    .safeParse({ rows: [{ price: 'no', more: 1, most: 2 }] });
  const unknown = ['Unrecognized keys: "more", "most"'];
  expect(error && fieldErrorsOf(error)).toEqual({
    'rows[0].price': ['short', 'long'],
    'rows[0].more': unknown,
    'rows[0].most': unknown,
    '': ['as a whole'],
  });
});
