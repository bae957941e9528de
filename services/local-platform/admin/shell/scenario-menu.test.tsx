import { AppProvider, Frame } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ScenarioMenu } from './scenario-menu.tsx';
import { Toasts } from './toasts.tsx';

type Bounds = { shop: string | null; times: number | null };
type Call = { method: string; path: string };

// jsdom has no layout or scrolling, and Polaris opens a menu only at a button that has a layout.
vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
Element.prototype.scrollTo = () => {};

afterEach(() => vi.unstubAllGlobals());

/** Fakes a local platform with two scenarios; `on` has those that are already on. */
function setUp(on: Record<string, Bounds[]> = {}) {
  const calls: Call[] = [];
  let failure: Response | null = null;
  const scenario = (name: string, title: string, service: string) => ({
    ...{ name, title, service, sentence: `All about ${name}.` },
    on: on[name] ?? [],
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    if (method !== 'GET') calls.push({ method, path });
    if (failure !== null) return Promise.resolve(failure.clone());
    const [name = ''] = path.split('/').slice(3);
    if (method === 'POST') on[name] = [{ shop: null, times: null }];
    if (method === 'DELETE') for (const ended of name ? [name] : Object.keys(on)) delete on[ended];
    const scenarios = [
      scenario('shipstation-down', 'Down', 'shipstation'),
      scenario('platform-throttled', 'Throttled', 'platform'),
    ];
    return Promise.resolve(Response.json({ scenarios }));
  });
  render(
    <AppProvider i18n={english}>
      <Toasts>
        <Frame>
          <ScenarioMenu />
        </Frame>
      </Toasts>
    </AppProvider>,
  );
  return {
    calls,
    fail: (answer: Response) => {
      failure = answer;
    },
    button: (name: string) => screen.findByRole('button', { name }),
    item: (name: RegExp) => screen.findByRole('menuitem', { name }),
  };
}

it('begins a scenario and says so, and ends it', async () => {
  const { button, item, calls } = setUp();
  fireEvent.click(await button('Scenarios: none on'));
  fireEvent.click(await item(/^Down/));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  fireEvent.click(await button('Scenarios: ShipStation: Down'));
  expect((await item(/^Down/)).textContent).toContain('On');
  fireEvent.click(await item(/^Down/));
  await button('Scenarios: none on');
  expect(calls).toEqual([
    { method: 'POST', path: '/qa/scenarios/shipstation-down' },
    { method: 'DELETE', path: '/qa/scenarios/shipstation-down' },
  ]);
});

it('says how far those reach that are on, and ends all of them', async () => {
  const { button, item, calls } = setUp({
    'shipstation-down': [{ shop: 'first-crack.myshopify.com', times: 3 }],
    'platform-throttled': [{ shop: null, times: 1 }],
  });
  fireEvent.click(await button('Scenarios: 2 scenarios on'));
  expect((await item(/^Down/)).textContent).toContain('On for first-crack, next 3 calls');
  expect((await item(/^Throttled/)).textContent).toContain('On next call');
  fireEvent.click(await item(/^End all/));
  await button('Scenarios: none on');
  expect(calls).toEqual([{ method: 'DELETE', path: '/qa/scenarios' }]);
});

it('sees what was begun elsewhere once the window has the focus', async () => {
  const on: Record<string, Bounds[]> = {};
  const { button } = setUp(on);
  await button('Scenarios: none on');
  on['platform-throttled'] = [{ shop: null, times: null }];
  fireEvent.focus(window);
  await button('Scenarios: Admin API: Throttled');
});

it('says what the local platform refused', async () => {
  const { button, item, fail } = setUp();
  fireEvent.click(await button('Scenarios: none on'));
  const down = await item(/^Down/);
  fail(Response.json({ message: 'There is no such scenario any more.' }, { status: 404 }));
  fireEvent.click(down);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('no such scenario any more'),
  );
});
