import { expect, it } from 'vitest';
import { secretsIn } from './secrets-in-log.ts';

it.each([
  ['an address with id_token', 'GET /settings?shop=a&id_token=1'],
  ['a session token', '{"token":"eyJhbGciOiJIUzI1NiJ9.e30.abc"}'],
  ['an access token', 'the token was shpat_0123456789abcdef'],
  ['an access token', 'shpua_5f2c9d'],
  ['a header with a token', 'Authorization: Bearer abcdefgh12'],
  ['the address of a customer', '{"email":"ada.lovelace.7@customers.example"}'],
  ['the app’s secret', 'signed with hush-hush'],
])('%s is found in a log, with its line', (what, line) => {
  const log = `{"msg":"request"}\n${line}\n{"msg":"request"}`;
  expect(secretsIn(log, { 'the app’s secret': 'hush-hush' })).toEqual([
    expect.stringMatching(new RegExp(`^${what}: `)),
  ]);
});

it('a log that tells of nothing has nothing', () => {
  expect(
    secretsIn('{"path":"/settings","shop":"a.myshopify.com","status":200}\n', { it: 'hush' }),
  ).toEqual([]);
});
