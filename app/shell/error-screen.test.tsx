import { screen } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { refusedToken } from '../auth/refusals.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

beforeAll(prepareScreenTests);

function Beans() {
  return <p>Beans</p>;
}

function Failed() {
  return <ErrorScreen bridged />;
}

function NotAuthenticated() {
  return <ErrorScreen bridged={false} />;
}

it('a document that could not be authenticated says so, and is loaded anew', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = showScreen([
    {
      path: '/',
      Component: Beans,
      loader: () => {
        throw Response.json({ message: 'Nobody answered.' }, { status: 504 });
      },
      ErrorBoundary: NotAuthenticated,
    },
  ]);
  await screen.findByText('Nobody answered.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
});

it('a token that is refused twice says why, and whom to ask', async () => {
  const replace = vi.fn();
  const href = 'https://app.test/?shop=a.myshopify.com&host=aG9zdA&id_token=bad&renewed=1';
  vi.stubGlobal('location', {
    ...window.location,
    ...new URL(href),
    href,
    search: new URL(href).search,
    replace,
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = showScreen([
    {
      path: '/',
      Component: Beans,
      loader: () => {
        throw Response.json(
          { reason: 'clock', supportEmail: 'help@cadence.example' },
          refusedToken,
        );
      },
      ErrorBoundary: NotAuthenticated,
    },
  ]);
  await screen.findByText(/The likely reason: our server's clock is off/);
  const email = screen.getByRole('link', { name: 'Email support' });
  expect(email.getAttribute('href')).toBe('mailto:help@cadence.example');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(replace.mock.calls).toEqual([
    ['https://app.test/?embedded=1&shop=a.myshopify.com&host=aG9zdA'],
  ]);
});

it('a screen that could not be loaded is there again without a reload, once the fault is over', async () => {
  const page = '<h1>nginx</h1>';
  const answers = [
    Response.json({ message: 'The kettle is empty.' }, { status: 500 }),
    Response.json({ message: page }, { status: 502 }),
  ];
  const loader = async () => {
    const failure = answers.shift();
    if (failure) throw failure;
    return null;
  };
  const { user } = showScreen([
    {
      path: '/',
      Component: Beans,
      loader,
      ErrorBoundary: Failed,
    },
  ]);
  await screen.findByText('The kettle is empty.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // As text and not as a part of the page.
  await screen.findByText(page);
  expect(
    screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent),
  ).toEqual(['Error']);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Beans');
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

it.each([
  ['in the app', Failed],
  ['before it', NotAuthenticated],
])('a store that is locked is not asked for again and again: %s', async (_, ErrorBoundary) => {
  const loader = () => {
    throw Response.json({ message: 'Your store is locked.' }, { status: 423 });
  };
  showScreen([{ path: '/', Component: Beans, loader, ErrorBoundary }]);
  await screen.findByText('Your store is locked.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
