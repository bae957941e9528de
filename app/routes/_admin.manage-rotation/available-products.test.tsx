import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { RotationProduct } from '#contract/rotation.ts';
import { maximumRotationProducts } from '#contract/rotation-texts.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { AvailableProducts } from './AvailableProducts.tsx';
import { joined, type Order } from './order.ts';

beforeAll(prepareScreenTests);

const products: RotationProduct[] = ['Kenya', 'Peru', 'Sumatra'].map((title) => ({
  original_id: title,
  title,
  status: 'active',
  imageUrl: null,
  stock: 1,
  createdAt: '2026-01-01T00:00:00Z',
  roastLevel: null,
}));
const selected = Array.from({ length: maximumRotationProducts - 2 }, (_, index) => `${index}`);

function Page() {
  const [order, setOrder] = useState<Order>(selected);
  const add = (ids: Order) =>
    setOrder((before) => joined(before, ids).slice(0, maximumRotationProducts));
  return (
    <AvailableProducts
      candidates={{
        products,
        query: '',
        isLoading: false,
        failure: null,
        next: null,
        search: () => {},
        showMore: () => {},
        tryAgain: () => {},
      }}
      available={products.filter(({ original_id }) => !order.includes(original_id))}
      synced={new Set()}
      order={order}
      onAdd={(id) => add([id])}
      onAddAll={add}
    />
  );
}

it('says how many of the ticked products do not fit, and keeps their ticks', async () => {
  const { user } = showScreen([{ path: '/', Component: Page }]);
  const box = (title: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Kenya' }));
  await user.click(box('Peru'));
  expect(screen.queryByText(/won’t fit/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Sumatra' }));
  const text = `1 selected product won’t fit: a rotation can have at most ${maximumRotationProducts}.`;
  screen.getByText(text);
  await user.click(screen.getByRole('button', { name: 'Add 1 selected' }));
  screen.getByText(text);
  expect(box('Peru').checked).toBe(true);
});
