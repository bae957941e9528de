import { IndexTableSelectionType as SelectionType } from '@shopify/polaris';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRowSelection } from './use-row-selection.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

/** Checks all rows of a page, or the one that is named, and then shows other rows. */
function choose(what: 'page' | 'all' | string, everywhere: boolean) {
  const key = crypto.randomUUID();
  const at = { key, pathname: '/beans', search: '?status=ripe' };
  const open = (shown: ReturnType<typeof rows>) =>
    renderHook(({ items, ...location }) => useRowSelection(items, everywhere, location), {
      initialProps: { items: shown, ...at },
    });
  const { result, rerender, unmount } = open(rows('a', 'b'));
  act(() => {
    if (what === 'all') result.current.change(SelectionType.All, true);
    else if (what === 'page') result.current.change(SelectionType.Page, true);
    else result.current.change(SelectionType.Single, true, what);
  });
  return {
    chosen: () => result.current.chosen(),
    show: (items: ReturnType<typeof rows>) => rerender({ items, ...at }),
    ask: (search: string) =>
      rerender({ items: rows('a', 'b'), ...at, key: crypto.randomUUID(), search }),
    comeBack: (items: ReturnType<typeof rows>) => {
      unmount();
      return open(items).result.current.chosen();
    },
  };
}

describe('useRowSelection', () => {
  it.each([
    ['a', false, rows('a')],
    ['page', false, rows('a', 'b')],
    ['all', false, rows('a', 'b')],
    ['all', true, 'all'],
  ] as const)('chooses %s of a list, on all pages: %s', (what, everywhere, chosen) => {
    expect(choose(what, everywhere).chosen()).toEqual(chosen);
  });

  it.each([
    ['a', false, rows('b', 'c'), []],
    ['page', false, rows('b', 'c'), rows('b')],
    ['all', true, rows('b', 'c'), []],
    ['all', true, rows('a', 'b'), 'all'],
  ] as const)(
    'chooses no row that is gone: %s, on all pages: %s',
    (what, everywhere, shown, chosen) => {
      const selection = choose(what, everywhere);
      selection.show([...shown]);
      expect(selection.chosen()).toEqual(chosen);
    },
  );

  it.each([
    ['all', '', []],
    ['all', '?status=ripe', 'all'],
    ['a', '', rows('a')],
  ] as const)('of a list where %s was chosen, with %j asked for later', (what, search, chosen) => {
    const selection = choose(what, true);
    selection.ask(search);
    expect(selection.chosen()).toEqual(chosen);
  });

  it.each([
    ['a', false, rows('a', 'b'), rows('a')],
    ['a', false, rows('b', 'c'), []],
    ['all', true, rows('a', 'b'), 'all'],
    ['all', true, rows('b', 'c'), []],
  ] as const)(
    'has them chosen for a merchant who comes back: %s, on all pages: %s',
    (what, everywhere, shown, chosen) => {
      expect(choose(what, everywhere).comeBack([...shown])).toEqual(chosen);
    },
  );
});
