import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Failure } from '../subscription-api/failure.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { ErrorPage } from './ErrorPage.tsx';

beforeAll(prepareScreenTests);

let failed: Failure = { message: '' };
const FailedScreen = () => <ErrorPage failure={failed} />;

it.each([
  [{ message: 'The roof leaks' }, 'Error'],
  [{ message: 'The roof leaks', title: 'No labels today' }, 'No labels today'],
])('the error page of %j is titled %s, and leads to the Contact page', (failure, title) => {
  failed = failure;
  showScreen([{ path: '/', Component: FailedScreen }]);
  screen.getByRole('heading', { name: title, level: 1 });
  screen.getByText('Something went wrong');
  screen.getByText('The roof leaks');
  screen.getByText('If this error persist, contact support');
  const contact = screen.getByRole('link', { name: 'Contact us' });
  expect(contact.getAttribute('href')).toBe('/contact-us');
});
