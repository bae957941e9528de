import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from './errors.ts';

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'an unknown field of the name %s is told like any other',
  (name) => {
    const { error } = z.strictObject({}).safeParse(JSON.parse(`{"${name}": 1}`));
    expect(error).toBeDefined();
    if (error) expect(Object.entries(fieldErrorsOf(error))).toEqual([[name, [expect.any(String)]]]);
  },
);
