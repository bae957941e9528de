import { json } from '@remix-run/node';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { RedirectPage } from './RedirectPage.tsx';

beforeAll(prepareScreenTests);

function Failed() {
  return <p>The error page</p>;
}

function show(action: () => Response) {
  const asked = vi.fn(action);
  const route = { path: '/', Component: RedirectPage, ErrorBoundary: Failed, action: asked };
  return { asked, ...showScreen([route]) };
}

describe('the redirect page', () => {
  it('asks for one link and leaves the admin by it, without a way back to itself', async () => {
    const { asked, dispatched } = show(() => json({ url: 'https://app.test/portal/open' }));
    expect(screen.getByText('Redirecting...')).toBeTruthy();
    await waitFor(() =>
      expect(dispatched.filter((type) => type.includes('NAVIGATION'))).toEqual([
        'APP::NAVIGATION::HISTORY::REPLACE',
        'APP::NAVIGATION::REDIRECT::REMOTE',
      ]),
    );
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('stays with the error page where there is no link', async () => {
    const { dispatched } = show(() => {
      throw json({ message: 'No' }, { status: 403 });
    });
    await screen.findByText('The error page');
    expect(dispatched.filter((type) => type.includes('NAVIGATION'))).toEqual([]);
  });
});
