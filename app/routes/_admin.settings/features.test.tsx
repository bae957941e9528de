import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { holdFetch } from '../../testing/hold-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getVendor: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

/** The API's data. */
let kept = exampleVendor;

beforeEach(() => {
  kept = exampleVendor;
  client.getVendor.mockImplementation(async () => kept);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function openSettings() {
  const shown = showRoute('/settings', { ...route, shouldRevalidate: () => true });
  await screen.findByRole('heading', { name: 'Settings' });
  return shown;
}

const withoutWidget = {
  theme: { id: 'gid://shopify/OnlineStoreTheme/1', name: 'Morning' },
  isWidgetOn: false,
  takesBlocks: true,
  editorPaths: { block: '/themes/block', embed: '/themes/embed' },
  findings: [],
  storefrontUrl: null,
};

const keep = (settings: Partial<typeof kept.settings>) => {
  kept = { ...kept, settings: { ...kept.settings, ...settings } };
  return kept;
};
const section = (title: string) => {
  const found = screen
    .getByRole('heading', { name: title, level: 2 })
    .closest('.Polaris-InlineGrid');
  if (!(found instanceof HTMLElement)) throw new Error(`No section ${title}`);
  return found;
};
const buttonOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^[^:]+: ${name}$`) });

describe('Features', () => {
  it('say which of them do nothing yet', async () => {
    holdFetch();
    await openSettings();
    const withoutEffect = screen.getAllByText('No effect yet').map((badge) => {
      const row = badge.closest('.Polaris-InlineStack');
      return row?.querySelector('h3')?.textContent;
    });
    expect(withoutEffect).toEqual(['Account Page', 'New Widget']);
  });

  it.each([
    ['Order Sync', 'isVendorSyncDisabled', 'Turn off'],
    ['Account Page', 'isAccountPageEnabled', 'Turn on'],
    ['New Widget', 'isNewWidgetEnabled', 'Turn on'],
  ] as const)('flip %s by one key, then load the vendor anew', async (name, setting, action) => {
    const posted = holdFetch();
    const { user } = await openSettings();
    const loads = client.getVendor.mock.calls.length;
    await user.click(screen.getByRole('button', { name: `${action}: ${name}` }));
    expect(posted).toMatchObject([
      { path: '/resources/settings/update', body: { [setting]: true } },
    ]);
    expect(buttonOf(name).textContent).toBe('Submitting');
    posted[0]?.answer(200, keep({ [setting]: true }));
    const back = action === 'Turn on' ? 'Turn off' : 'Turn on';
    await screen.findByRole('button', { name: `${back}: ${name}` });
    await waitFor(() => expect(client.getVendor.mock.calls.length).toBe(loads + 1));
  });

  it.each([
    ['Account Page', 'isAccountPageEnabled'],
    ['Widget', 'isWidgetEnabled'],
  ] as const)(
    'send one state at a time, and end with the one chosen last: %s',
    async (name, setting) => {
      const posted = holdFetch({ '/resources/theme': () => withoutWidget });
      const { user } = await openSettings();
      await waitFor(() => expect(screen.queryByText('Checking…')).toBeNull());
      await user.click(buttonOf(name));
      await user.click(buttonOf(name));
      await user.click(buttonOf(name));
      await user.click(buttonOf(name));
      expect(posted).toMatchObject([{ body: { [setting]: true } }]);
      posted[0]?.answer(200, keep({ [setting]: true }));
      await waitFor(() => expect(posted).toHaveLength(2));
      expect(posted[1]).toMatchObject({ body: { [setting]: false } });
      expect(buttonOf(name).textContent).toBe('Submitting');
      posted[1]?.answer(200, keep({ [setting]: false }));
      await screen.findByRole('button', { name: `Turn on: ${name}` });
      expect(posted).toHaveLength(2);
    },
  );

  it('are sent at once beside each other, and keep apart whatever order answers come in', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Order Sync'));
    await user.click(buttonOf('Account Page'));
    expect(posted).toMatchObject([
      { body: { isVendorSyncDisabled: true } },
      { body: { isAccountPageEnabled: true } },
    ]);
    posted[1]?.answer(200, keep({ isAccountPageEnabled: true }));
    await screen.findByRole('button', { name: 'Turn off: Account Page' });
    expect(buttonOf('Order Sync').textContent).toBe('Submitting');
    posted[0]?.answer(200, keep({ isVendorSyncDisabled: true }));
    await screen.findByRole('button', { name: 'Turn on: Order Sync' });
  });

  it('show what somebody else saved meanwhile', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Account Page'));
    posted[0]?.answer(200, exampleVendor);
    await screen.findByRole('button', { name: 'Turn on: Account Page' });
  });

  it('keep a failure until the same is saved', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Widget'));
    posted[0]?.answer(502, { message: 'The server is on fire' });
    await user.click(await screen.findByRole('button', { name: 'Back to settings' }));
    await user.click(buttonOf('New Widget'));
    posted[1]?.answer(200, keep({ isNewWidgetEnabled: true }));
    await screen.findByRole('button', { name: 'Turn off: New Widget' });
    screen.getByText('Not saved: Widget');
  });

  it('keep two failures apart, until each is solved', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    for (const [place, name] of ['Widget', 'New Widget'].entries()) {
      await user.click(buttonOf(name));
      posted[place]?.answer(502, { message: 'The server is on fire' });
      await user.click(await screen.findByRole('button', { name: 'Back to settings' }));
      await screen.findByText(`Not saved: ${name}`);
    }
    await user.click(buttonOf('Widget'));
    posted[2]?.answer(200, keep({ isWidgetEnabled: true }));
    await waitFor(() => expect(screen.queryByText('Not saved: Widget')).toBeNull());
    screen.getByText('Not saved: New Widget');
  });

  it('fall back where they fail: the page says why, leads back, and keeps it until it is solved', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Order Sync'));
    posted[0]?.answer(502, { message: 'The server is on fire' });
    await screen.findByRole('heading', { name: 'Error' });
    screen.getByText('Something went wrong');
    screen.getByText('The server is on fire');
    screen.getByText('If this error persist, contact support');
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to settings' }));
    await screen.findByText('Not saved: Order Sync');
    await user.click(screen.getByRole('button', { name: 'Turn off: Order Sync' }));
    posted[1]?.answer(200, keep({ isVendorSyncDisabled: true }));
    await screen.findByRole('button', { name: 'Turn on: Order Sync' });
    expect(screen.queryByText('Not saved: Order Sync')).toBeNull();
  });

  it('are not said to be unsaved where only the answer was lost', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Account Page'));
    keep({ isAccountPageEnabled: true });
    posted[0]?.answer(502, { message: 'The answer was lost' });
    await user.click(await screen.findByRole('button', { name: 'Back to settings' }));
    await screen.findByRole('button', { name: 'Turn off: Account Page' });
    await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
  });

  it('lead out once where something must be granted first', async () => {
    const posted = holdFetch();
    const { user, dispatched } = await openSettings();
    const remote = 'APP::NAVIGATION::REDIRECT::REMOTE';
    await user.click(buttonOf('Widget'));
    posted[0]?.answer(401, { message: 'Update required', updateUrl: 'https://a.example/grant' });
    await screen.findByText('Redirecting to the update page...');
    await waitFor(() => expect(dispatched).toContain(remote));
    await act(async () => {});
    expect(dispatched.filter((type) => type === remote)).toHaveLength(1);
  });

  it.each([
    [false, 'Turn on', /^Add the block “Subscription plans”/],
    [true, 'Turn off', /^Remove “Subscription plans”/],
  ])(
    'have of the widget what the theme says (on: %s), and lead to its editor',
    async (isWidgetOn, action, toDo) => {
      const diagnosis = { ...withoutWidget, isWidgetOn };
      keep({ isWidgetEnabled: !isWidgetOn });
      const posted = holdFetch({ '/resources/theme': () => diagnosis });
      const { user, dispatched } = await openSettings();
      const badges = () =>
        within(section('Features')).getAllByText(/^(Active|Inactive|Checking…)$/);
      const badge = () => badges().at(2)?.textContent;
      await waitFor(() => expect(badge()).toBe(isWidgetOn ? 'Active' : 'Inactive'));
      await user.click(screen.getByRole('button', { name: `${action}: Widget` }));
      expect(posted[0]?.body).toEqual({ isWidgetEnabled: !isWidgetOn });
      const manualThemeUpdateRequired = true;
      posted[0]?.answer(200, {
        ...keep({ isWidgetEnabled: !isWidgetOn }),
        manualThemeUpdateRequired,
      });
      await screen.findByText('Warning: Manual theme update is required.');
      await screen.findByText(toDo);
      expect(badge()).toBe(isWidgetOn ? 'Active' : 'Inactive');
      await user.click(screen.getByRole('button', { name: 'Open theme editor' }));
      await waitFor(() => expect(dispatched).toContain('APP::NAVIGATION::REDIRECT::ADMIN::PATH'));
      diagnosis.isWidgetOn = !isWidgetOn;
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(screen.queryByText(/Manual theme update/)).toBeNull());
      expect(badge()).toBe(isWidgetOn ? 'Inactive' : 'Active');
    },
  );

  it('keep that the theme needs a hand while another setting is brought to it', async () => {
    const posted = holdFetch();
    const { user } = await openSettings();
    await user.click(buttonOf('Widget'));
    const behind = { manualThemeUpdateRequired: true };
    posted[0]?.answer(200, { ...keep({ isWidgetEnabled: true }), ...behind });
    await screen.findByText('Warning: Manual theme update is required.');
    await user.click(buttonOf('New Widget'));
    const followed = { manualThemeUpdateRequired: false };
    posted[1]?.answer(200, { ...keep({ isNewWidgetEnabled: true }), ...followed });
    await screen.findByRole('button', { name: 'Turn off: New Widget' });
    screen.getByText('Warning: Manual theme update is required.');
  });
});

describe('Settings', () => {
  it('ask anew for permissions when the merchant comes back', async () => {
    let scope = 'write_files';
    const url = 'https://a.example/grant';
    holdFetch({ '/resources/settings/requested-scope': () => ({ scope, url }) });
    await openSettings();
    await screen.findByText('Required permissions');
    scope = '';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('Your application is up to date');
    expect(screen.queryByText('Required permissions')).toBeNull();
  });

  it('have their sections in order', async () => {
    holdFetch();
    await openSettings();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual([
      'Features',
      'Vendor Portal',
      'FAQ Page',
      'Customer Experience',
      'Theme Color',
      'Updates',
      'Simple Subscription Widget',
      'Recurring orders',
      'Recent changes',
    ]);
  });
});
