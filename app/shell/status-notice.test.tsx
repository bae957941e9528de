import { json } from '@remix-run/node';
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleVendor } from '../testing/example-vendor.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { StatusNotice } from './StatusNotice.tsx';
import type { Shell } from './shell.ts';

beforeAll(prepareScreenTests);

const vendor = ({ status }: { status: 'onboarding' | 'active' | 'suspended' }) => ({
  ...exampleVendor,
  status,
});

let known: Pick<Shell, 'vendor' | 'stepsCompleted'> = {};
const Notice = () => <StatusNotice {...known} />;
const Closed = () => <ErrorScreen bridged />;

function show(shell: typeof known, path = '/fixed-subscription') {
  known = shell;
  showScreen([{ path, Component: Notice }], { initialEntries: [path] });
}

const title = () => screen.queryByRole('heading', { level: 2 })?.textContent;
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

describe('above a screen', () => {
  it.each([
    ['before the merchant applies', 0, 'Your store isn’t approved yet', ['/', '/contact-us']],
    ['between the steps', 2, 'We’re reviewing your application', ['/contact-us']],
    ['after the last step', 4, 'All set. We’re reviewing your application', ['/contact-us']],
    ['without the steps', undefined, 'Your store isn’t approved yet', ['/contact-us']],
  ])('%s stands why the app is not open, and the way on', (_, stepsCompleted, words, ways) => {
    show({ vendor: null, stepsCompleted });
    expect(title()).toBe(words);
    expect(links()).toEqual(ways);
  });

  it('stands that the vendor is suspended, and whom to ask', () => {
    show({ vendor: vendor({ status: 'suspended' }) });
    expect(title()).toBe('Your account is suspended');
    expect(links()).toEqual(['/contact-us']);
  });

  it.each([
    ['the vendor may use the app', { vendor: vendor({ status: 'active' }) }, '/settings'],
    ['the vendor is in onboarding', { vendor: vendor({ status: 'onboarding' }) }, '/settings'],
    ['nobody knows the vendor', {}, '/settings'],
    ['Get started asks to apply', { vendor: null, stepsCompleted: 0 }, '/'],
  ])('stands nothing where %s', (_, shell, path) => {
    show(shell, path);
    expect(title()).toBeUndefined();
  });

  it('leads nowhere from the contact page to itself', () => {
    show({ vendor: null, stepsCompleted: 4 }, '/contact-us');
    expect(links()).toEqual([]);
  });
});

it('a closed screen offers no second try, which could not help', async () => {
  const message = 'This is closed while your account is suspended.';
  showScreen([
    {
      path: '/',
      loader: () => {
        throw json({ message }, { status: 403 });
      },
      Component: Notice,
      ErrorBoundary: Closed,
    },
  ]);
  await screen.findByRole('heading', { name: message, level: 1 });
  expect(screen.queryByRole('button')).toBeNull();
});
