import { json } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PolarisLink } from '../../components/PolarisLink.tsx';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { OnboardingCard } from './OnboardingCard.tsx';

const redirected = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

beforeAll(prepareScreenTests);

afterEach(() => {
  vi.unstubAllGlobals();
});

const proposed = { name: '', email: '', notes: '', stepsCompleted: 1 };

function Screen() {
  return <OnboardingCard stepsCompleted={1} />;
}

function Index() {
  return useLoaderData() === 'dismissed' ? <Screen /> : <h1>Get started</h1>;
}

/** Shows the card; returns the stubbed `fetch` and the screen's loader. */
async function openCard(answer: () => Promise<Response>) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', fetch);
  const load = vi.fn(() => json(null));
  const Stub = createRemixStub([{ path: '/', loader: load, Component: Screen }]);
  render(
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <Stub />
    </AppProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  return { fetch, load };
}

it('brings onboarding back and loads the screen anew', async () => {
  const { fetch, load } = await openCard(async () => Response.json(proposed));
  expect(fetch.mock.calls[0]?.[0]).toBe('/resources/home/onboarding');
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    body: '{"isOnboardingDismissed":false}',
  });
  await expect.poll(() => load).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('gives the keyboard to the heading of what it brings back', async () => {
  vi.stubGlobal('fetch', async () => Response.json(proposed));
  const screens = ['dismissed', 'brought back'];
  const Stub = createRemixStub([
    { path: '/', loader: () => json(screens.shift()), Component: Index },
  ]);
  render(
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <Stub />
    </AppProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  const heading = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('says why it could not', async () => {
  const { load } = await openCard(async () =>
    Response.json({ message: 'The grinder is stuck.' }, { status: 403 }),
  );
  await screen.findByText('The grinder is stuck.');
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads the screen anew where no answer came: it may have been done', async () => {
  const { load } = await openCard(() => Promise.reject(new TypeError('Failed to fetch')));
  await screen.findByText(/Oops, something went wrong/);
  await expect.poll(() => load).toHaveBeenCalledTimes(2);
});

it('leaves for where an update is granted', async () => {
  const updateUrl = 'https://admin.example/grant';
  await openCard(async () =>
    Response.json({ message: 'Update required', updateUrl }, { status: 401 }),
  );
  await screen.findByText('Update required');
  expect(redirected).toHaveBeenLastCalledWith(updateUrl);
});
