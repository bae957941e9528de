import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import PutOffPage from './put-off.tsx';

const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

beforeAll(prepareScreenTests);

const found = {
  shopName: 'Roast & Ritual',
  items: ['1 × House blend'],
  chargedFrom: '2026-12-01T17:00:00.000Z',
  timeZone: 'America/Los_Angeles',
  choices: [{ days: 1, day: '2026-12-02' }],
  nextFrom: '2026-12-08',
};

it('is sent once however often it is pressed, to the address at which it can be tried again', async () => {
  const sent: string[] = [];
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement)
      sent.push(event.target.getAttribute('action') ?? '');
  });
  const { user } = showScreen(
    [{ path: '/put-off', Component: PutOffPage, loader: () => ({ order: 'v1.a+b=', found }) }],
    { initialEntries: ['/put-off?order=v1.a%2Bb%3D'] },
  );
  const button = await screen.findByRole('button', { name: 'To Dec 2, 2026, by one day' });
  await user.dblClick(button);
  await user.click(screen.getByRole('button', { name: /^Until you run low again/ }));
  expect(sent).toEqual(['/put-off?order=v1.a%2Bb%3D']);
});
