import { describe, expect, it } from 'vitest';
import { shownErrorOf } from './shown-error.ts';

const oops = 'Oops, something went wrong. Please try again later or contact support.';

/** A response that a loader threw, as the router hands it on. */
function responded(status: number, data: unknown = null, statusText = '') {
  return { status, statusText, data, internal: false };
}
const failed = (failure: object) => ({ page: 'error', failure });

describe('shownErrorOf', () => {
  it.each([
    ['a crash of a screen', new TypeError('x is undefined'), { page: 'crash' }],
    ['something thrown that is no error', 'tea', { page: 'crash' }],
    [
      "one of the specification's errors",
      new Error('Failed to retrieve a session token'),
      failed({ message: 'Failed to retrieve a session token' }),
    ],
    ['no key', responded(500, null, 'Missing Shopify API key'), { page: 'missing key' }],
    ['another 500', responded(500, null, 'Internal'), failed({ message: oops })],
    ['no page', responded(404), { page: 'not found' }],
    [
      'a token that was refused',
      responded(401),
      failed({ message: 'Failed to authorize request.' }),
    ],
    ['a failed call', responded(409, { message: 'Taken' }), failed({ message: 'Taken' })],
    [
      'what is closed to the vendor',
      responded(403, { message: 'This opens once you are approved.' }),
      { page: 'closed', message: 'This opens once you are approved.' },
    ],
    [
      'what is closed to a suspended vendor',
      responded(403, { message: 'This is closed while your account is suspended.' }),
      { page: 'closed', message: 'This is closed while your account is suspended.' },
    ],
    ...[403, 410, 423].map((status): [string, unknown, object] => [
      `what the platform refuses until somebody changes that (${status})`,
      responded(status, { message: 'No' }),
      { ...failed({ message: 'No' }), isFinal: true },
    ]),
    ['a frozen store', responded(402, { message: 'Pay' }), failed({ message: 'Pay' })],
    [
      'an update that is required',
      responded(401, { message: 'Update required', updateUrl: 'https://a.example/' }),
      failed({ message: 'Update required', updateUrl: 'https://a.example/' }),
    ],
    ["another server's page", responded(502, '<h1>Bad Gateway</h1>'), failed({ message: oops })],
  ])('%s', (_what, error, expected) => {
    expect(shownErrorOf(error)).toEqual(expected);
  });
});
