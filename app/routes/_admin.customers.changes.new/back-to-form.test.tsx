import { useNavigate } from '@remix-run/react';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getBulkOptions: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

function EarlierChanges() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  );
}

beforeEach(() => {
  client.getBulkOptions.mockResolvedValue({
    variants: [],
    hasMoreVariants: false,
    currencies: ['USD'],
  });
});

it('a merchant who comes back from the preview finds what they typed', async () => {
  const path = '/customers/changes/new';
  const beside = [{ path: '/customers/changes', Component: EarlierChanges }];
  const { user } = showRoute(path, { ...route, action: async () => null }, path, { beside });
  const what = async () =>
    await screen.findByRole<HTMLSelectElement>('combobox', { name: 'What should happen?' });
  await user.selectOptions(await what(), 'move');
  const days = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '9');
  await user.click(screen.getByRole('link', { name: 'Earlier changes' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect((await what()).value).toBe('move');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' }).value).toBe('9');
});

it('leads back to the list as it was, also where the screen was loaded anew', async () => {
  const path = '/customers/changes/new';
  const list = 'product=12&sortKey=CREATED_AT&after=abc';
  const asked = `?host=x&${list}&productName=House+blend&contracts=7,8`;
  showRoute(path, { ...route, action: async () => null }, `${path}${asked}`);
  const others = await screen.findByRole('link', { name: 'Choose others' });
  expect(others.getAttribute('href')).toBe(`/customers?${list}`);
  screen.getByText('2 subscriptions that you ticked');
});
