import { describe, expect, it } from 'vitest';
import { cachedScreen } from './cached-screen.ts';

type Address = { from?: string; to: string; formMethod?: 'POST'; actionStatus?: number };

function revalidates(searchedInBrowser: boolean, { from = '/shipping/1', to, ...rest }: Address) {
  const { shouldRevalidate } = cachedScreen<() => null>({ searchedInBrowser });
  return shouldRevalidate({
    currentUrl: new URL(from, 'https://app.example'),
    nextUrl: new URL(to, 'https://app.example'),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...rest,
  });
}

describe('a screen that is searched in the browser', () => {
  it.each([
    ['another search', { to: '/shipping/1?query=a' }, false],
    ['another screen of its kind', { to: '/shipping/2?query=a' }, true],
    ['itself again', { to: '/shipping/1' }, true],
    ['a change', { to: '/shipping/1?query=a', formMethod: 'POST', actionStatus: 200 }, true],
    ['a failed change', { to: '/shipping/1', formMethod: 'POST', actionStatus: 422 }, false],
  ] as const)('after %s asks the server as it should', (_, address, expected) => {
    expect(revalidates(true, address)).toBe(expected);
  });
});

it('asks the server for each search where that searches', () => {
  expect(revalidates(false, { to: '/shipping/1?query=a' })).toBe(true);
});
