import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Shell } from './shell.ts';

const merchantDocument = {
  shop: 'a.myshopify.com',
  host: 'aG9zdA==',
  apiKey: 'key',
  platformScript: null,
};
const manifest = {
  handleFulfillmentWebhook: false,
  useGifs: false,
  faqPageId: null,
  simpleSubscription: true,
};
const active = { status: 'active', shopifyManifest: manifest } as const;
const suspended = { status: 'suspended', shopifyManifest: manifest } as const;

/** The module as a browser has it whose document has just come. */
async function freshModule() {
  vi.resetModules();
  return import('./shell.ts');
}

let shell: Awaited<ReturnType<typeof freshModule>>;

beforeEach(async () => {
  shell = await freshModule();
});

/** Lets a test say when the server answers a refresh, and what. */
function answered() {
  let resolve: (shell: Shell) => void = () => undefined;
  const answer = new Promise<Shell>((settle) => {
    resolve = settle;
  });
  return { ask: () => answer, resolve };
}

function showMenu(document: Shell) {
  const { result } = renderHook(() => shell.useLatestShell(document));
  return { vendor: () => result.current.vendor ?? null };
}

async function refresh(answer: Promise<Shell>) {
  let known: Shell | undefined;
  await act(async () => {
    known = shell.refreshShell(() => answer);
    await answer.catch(() => undefined);
  });
  return known;
}

describe('the menu', () => {
  it('is there at once by what is known, and follows the answer', async () => {
    const menu = showMenu({ merchantDocument, vendor: null });
    const { ask, resolve } = answered();
    expect(shell.refreshShell(ask)).toEqual({ merchantDocument, vendor: null });
    expect(menu.vendor()).toBeNull();
    await act(async () => resolve({ merchantDocument: null, vendor: active }));
    expect(menu.vendor()).toEqual(active);
    const known = await refresh(Promise.resolve({ merchantDocument: null, vendor: suspended }));
    expect(known).toEqual({ merchantDocument, vendor: active });
    expect(menu.vendor()).toEqual(suspended);
  });

  it('knows that a vendor is gone from one that could not be loaded', async () => {
    const menu = showMenu({ merchantDocument, vendor: active });
    await refresh(Promise.resolve({ merchantDocument: null }));
    expect(menu.vendor()).toEqual(active);
    await refresh(Promise.resolve({ merchantDocument: null, vendor: null }));
    expect(menu.vendor()).toBeNull();
  });

  it('stays where no answer comes, and no navigation fails by it', async () => {
    const menu = showMenu({ merchantDocument, vendor: active });
    const known = await refresh(Promise.reject(new TypeError('Failed to fetch')));
    expect(known).toEqual({ merchantDocument, vendor: active });
    expect(menu.vendor()).toEqual(active);
    expect(shell.vendorMayDiffer(reload)).toBe(true);
  });

  it('does not go back to an answer that was overtaken', async () => {
    const menu = showMenu({ merchantDocument, vendor: null });
    const slow = answered();
    shell.refreshShell(slow.ask);
    await refresh(Promise.resolve({ merchantDocument: null, vendor: active }));
    await act(async () => slow.resolve({ merchantDocument: null, vendor: null }));
    expect(menu.vendor()).toEqual(active);
  });
});

function step(more: Partial<ShouldRevalidateFunctionArgs> = {}): ShouldRevalidateFunctionArgs {
  const url = new URL('http://localhost/shipping');
  return {
    currentUrl: url,
    currentParams: {},
    nextUrl: url,
    nextParams: {},
    defaultShouldRevalidate: true,
    ...more,
  };
}

const nextScreen = new URL('http://localhost/settings');
const navigation = step({ nextUrl: nextScreen, defaultShouldRevalidate: false });
const reload = step();
const search = new URL('http://localhost/shipping?query=a');
const saved = step({ formMethod: 'POST', actionResult: { status: 200 } });

afterEach(cleanup);

describe('vendorMayDiffer', () => {
  it.each([
    ['a navigation', navigation, true],
    ['a refresh of the screen', reload, false],
    ['a search', step({ nextUrl: search }), false],
    ['a search by its form', step({ nextUrl: search, formMethod: 'GET' }), false],
    ['a form that was saved', saved, true],
    ['a deletion', step({ formMethod: 'DELETE', actionStatus: 200 }), true],
    ['a form that was refused', step({ formMethod: 'POST', actionResult: { status: 422 } }), false],
    ['a form without an answer', step({ formMethod: 'POST', actionResult: { status: 0 } }), false],
  ])('after %s', (_what, args, expected) => {
    shell.rememberDocument({ merchantDocument, vendor: active });
    expect(shell.vendorMayDiffer(args)).toBe(expected);
  });

  it.each([
    ['with the document', { merchantDocument }],
    ['since', { merchantDocument, vendor: active }],
  ])(
    'at every step while a vendor is owed that could not be loaded %s',
    async (_when, document) => {
      showMenu(document);
      await refresh(Promise.resolve({ merchantDocument: null }));
      expect(shell.vendorMayDiffer(reload)).toBe(true);
      await refresh(Promise.resolve({ merchantDocument: null, vendor: active }));
      expect(shell.vendorMayDiffer(reload)).toBe(false);
    },
  );
});
