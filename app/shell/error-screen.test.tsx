import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
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
