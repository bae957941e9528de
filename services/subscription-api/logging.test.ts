import { expect, it } from 'vitest';
import { describeError } from './logging.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJkZXN0IjoiaHR0cHM6Ly94In0.c2lnbmF0dXJlLXNpZ25hdHVyZQ';

it('logs an error without tokens, answers or parameters', () => {
  const refusal = Object.assign(new Error(`Failed to parse session token '${token}'`), {
    response: { body: { access_token: 'shpat_0123456789abcdef' } },
  });
  const failure = new Error('Failed query: insert into x\nparams: vendor@example.com', {
    cause: new Error('disk full, shpua_abcdef0123456789'),
  });
  const text = JSON.stringify([describeError(refusal), describeError(failure)]);
  expect(text).toContain("Failed to parse session token '[token]'");
  expect(text).toContain('disk full');
  for (const secret of [token, 'shpat_', 'shpua_', 'vendor@example.com']) {
    expect(text).not.toContain(secret);
  }
});

it('logs whatever else was thrown', () => {
  expect(describeError('gone')).toEqual({ message: 'gone' });
});
