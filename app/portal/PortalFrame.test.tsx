import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { PortalFrame } from './PortalFrame.tsx';

beforeAll(prepareScreenTests);

const mark = 'cadence-portal-mark=ours';
const other = 'cadence-portal-mark=theirs';
const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way, and the page reads it so
  document.cookie = `${mark}; Max-Age=0`;
};
const keep = (pair: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the same
  document.cookie = pair;
};
afterEach(forget);

/** jsdom keeps no record of how its document came. */
function arriveBy(type: NavigationTimingType) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(performance.mark('navigation'), { type }),
  ]);
}
afterEach(() => void vi.restoreAllMocks());

const portal = {
  ...{ shop: 'a.myshopify.com', shopName: 'A', mark },
  subscribersUrl: 'https://admin.shopify.com/store/a/apps/key/customers',
};

function OrdersInPortal() {
  return (
    <PortalFrame portal={portal}>
      <p>Orders of A</p>
    </PortalFrame>
  );
}

const show = () => showScreen([{ path: '/', Component: OrdersInPortal }]);
const look = () => act(() => fireEvent.focus(window));

describe('a page of the portal', () => {
  it('stays while the browser has its session', () => {
    keep(mark);
    show();
    look();
    expect(screen.getByText('Orders of A')).toBeTruthy();
  });

  it.each([
    ['is signed out in another tab', forget],
    ["opens another store's portal in another tab", () => keep(other)],
  ])('goes where the browser %s', (_, change) => {
    keep(mark);
    show();
    change();
    look();
    expect(screen.queryByText('Orders of A')).toBeNull();
  });

  it('that comes to a browser with another session is never shown in it', () => {
    keep(other);
    show();
    expect(screen.queryByText('Orders of A')).toBeNull();
  });

  it('is loaded again where another tab signed out before it ran', () => {
    arriveBy('navigate');
    show();
    expect(screen.queryByText('Orders of A')).toBeNull();
  });

  it('stays where scripts are shown no cookies after that either', () => {
    arriveBy('reload');
    show();
    look();
    expect(screen.getByText('Orders of A')).toBeTruthy();
  });
});

it('a proxy’s page in answer to a screen’s data is the specification’s failure while the portal is open', async () => {
  const plain = async () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  vi.stubGlobal('fetch', plain);
  onTestFinished(() => void vi.unstubAllGlobals());
  keep(mark);
  show();
  await expect(window.fetch(`${window.location.origin}/portal?_data=routes`)).rejects.toThrow(
    errorTexts.serverError,
  );
  cleanup();
  expect(window.fetch).toBe(plain);
});
