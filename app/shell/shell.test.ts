import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

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

describe('joinWithSeen', () => {
  it('keeps the document that a data request does not name again', () => {
    shell.rememberDocument({ merchantDocument, vendor: null });
    expect(shell.joinWithSeen({ merchantDocument: null, vendor: active })).toEqual({
      merchantDocument,
      vendor: active,
    });
  });

  it('keeps the last known vendor where the next one could not be loaded', () => {
    shell.rememberDocument({ merchantDocument, vendor: active });
    expect(shell.joinWithSeen({ merchantDocument: null }).vendor).toEqual(active);
    expect(shell.joinWithSeen({ merchantDocument: null, vendor: suspended }).vendor).toEqual(
      suspended,
    );
  });

  it('knows that a vendor is gone from one that could not be loaded', () => {
    shell.rememberDocument({ merchantDocument, vendor: active });
    expect(shell.joinWithSeen({ merchantDocument: null, vendor: null }).vendor).toBeNull();
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

const navigation = step({ defaultShouldRevalidate: false });
const refresh = step();
const saved = step({ formMethod: 'POST', actionResult: { status: 200 } });

describe('vendorMayDiffer', () => {
  it.each([
    ['a navigation', navigation, false],
    ['a refresh of the screen', refresh, false],
    ['a search', step({ formMethod: 'GET' }), false],
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
  ])('at every step while a vendor is owed that could not be loaded %s', (_when, document) => {
    shell.rememberDocument(document);
    shell.rememberDocument(shell.joinWithSeen({ merchantDocument: null }));
    expect(shell.vendorMayDiffer(navigation)).toBe(true);
    expect(shell.vendorMayDiffer(refresh)).toBe(true);
    shell.joinWithSeen({ merchantDocument: null, vendor: active });
    expect(shell.vendorMayDiffer(navigation)).toBe(false);
  });
});
