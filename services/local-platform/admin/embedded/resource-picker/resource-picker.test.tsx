import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StoreContext } from '../../shell/store-context.tsx';
import { exampleProduct } from './example-product.ts';
import ResourcePicker from './resource-picker.tsx';

const coffee = exampleProduct(['a', 'b']);

function answer(_path: unknown, init?: RequestInit): Promise<Response> {
  const { query, variables } = JSON.parse(String(init?.body));
  const data = query.includes('ShopCurrency')
    ? { shop: { currencyCode: 'USD' } }
    : query.includes('PickerProductsById')
      ? { nodes: variables.ids.map((id: string) => (id === 'coffee' ? coffee : null)) }
      : { products: { nodes: [coffee], pageInfo: { hasNextPage: false, endCursor: null } } };
  return Promise.resolve(Response.json({ data }));
}

afterEach(() => vi.unstubAllGlobals());

it('shows what the app chose, counts without what was deleted, and hands over what is chosen', async () => {
  vi.stubGlobal('fetch', answer);
  const onSelect = vi.fn();
  const store = { handle: 'roastery', name: 'Roastery', shop: 'roastery.myshopify.com' };
  render(
    <AppProvider i18n={english}>
      <StoreContext.Provider value={{ store, setAppMenu: () => {} }}>
        <ResourcePicker
          verb="Add"
          chosenAtFirst={[
            { id: 'coffee', variants: [{ id: 'a' }] },
            { id: 'deleted', variants: [{ id: 'x' }] },
          ]}
          onSelect={onSelect}
          onCancel={() => {}}
        />
      </StoreContext.Provider>
    </AppProvider>,
  );
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  expect((await box(/^Size a/)).checked).toBe(true);
  expect((await box(/^Size b/)).checked).toBe(false);
  expect((await box(/^Coffee/)).indeterminate).toBe(true);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 selected'));

  fireEvent.click(await box(/^Coffee/));
  expect((await box(/^Size b/)).checked).toBe(true);
  fireEvent.click(await box(/^Size a/));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(onSelect).toHaveBeenCalledWith([{ ...coffee, variants: [coffee.variants.nodes[1]] }]),
  );
});
