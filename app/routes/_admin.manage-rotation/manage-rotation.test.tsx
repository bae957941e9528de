import { Link } from '@remix-run/react';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { Rotation, RotationProduct, UpdateRotation } from '#contract/rotation.ts';
import { rotationTexts } from '#contract/rotation-texts.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { asMerchant } from '../../testing/as-merchant.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getRotation: vi.fn(),
  updateRotation: vi.fn(),
  listRotationCandidates: vi.fn(),
  listProducts: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
const toast = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/toast.tsx', () => ({ useToast: () => toast }));

function product(id: string, title: string, more: Partial<RotationProduct> = {}): RotationProduct {
  return {
    original_id: id,
    title,
    status: 'active',
    imageUrl: null,
    stock: 12,
    createdAt: '2026-01-01T00:00:00Z',
    roastLevel: null,
    ...more,
  };
}

const owner = product('1', 'House rotation');
const kenya = product('2', 'Kenya', { stock: 3 });
const peru = product('3', 'Peru', { stock: 40 });
const gone = product('4', 'Brazil', { status: 'archived' });
const all = [kenya, peru];

/** The API's data. */
let kept: Rotation['payload'];
function keep(...products: RotationProduct[]) {
  kept = {
    product: owner,
    products: products.map((product) => ({ product })),
    version: kept.version + 1,
    price: kept.price,
    today: '2026-11-22',
  };
}

function apiError(status: number, message: string, fieldErrors = {}) {
  return new ApiError(status, '', { message, fieldErrors });
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  kept = { product: owner, products: [], version: 0, price: 'customer', today: '2026-11-22' };
  toast.mockReset();
  client.getRotation.mockReset().mockImplementation(async () => ({ payload: kept }));
  client.listRotationCandidates
    .mockReset()
    .mockImplementation(async () => ({ products: all, pageInfo: emptyPageInfo }));
  client.listProducts.mockReset().mockImplementation(async () => ({
    products: kept.products.map(({ product }) => ({ original_id: product.original_id })),
  }));
  client.updateRotation
    .mockReset()
    .mockImplementation(async ({ body }: { body: UpdateRotation }) => {
      keep(...body.products.flatMap((id) => all.find((one) => one.original_id === id) ?? []));
      return { payload: kept };
    });
});

const { default: ManageRotationPage } = route;

/** As the admin leads from one product's rotation to another's. */
function PageWithOtherProduct() {
  return (
    <>
      <ManageRotationPage />
      <Link to="?id=2">The rotation of another product</Link>
    </>
  );
}

async function open(address = '/manage-rotation?id=1', page = ManageRotationPage) {
  const shown = showRoute('/manage-rotation', { ...route, default: page }, address);
  await screen.findByRole('heading', { name: 'Manage Rotation' });
  // What drags the rows comes after them and draws them anew: a press in between would be lost.
  const isSomethingSelected = screen.queryAllByRole('button', { name: /^Remove / }).length > 0;
  if (isSomethingSelected) await screen.findAllByRole('button', { name: /^Reorder / });
  const press = (name: string) => shown.user.click(screen.getByRole('button', { name }));
  const order = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''));
  return { ...shown, press, order };
}

/** Adds Kenya by a save that is carried out, and whose answer is lost. */
async function saveKenyaUnanswered(press: (name: string) => Promise<void>) {
  await press('Add Kenya');
  client.updateRotation.mockImplementationOnce(async () => {
    keep(kenya);
    throw apiError(502, 'The platform is away.');
  });
  await press('Save');
  await screen.findByText('The platform is away.');
}

const rowOf = (button: string) => {
  const row = screen.getByRole('button', { name: button }).closest('li');
  if (row === null) throw new Error(`No row has ${button}`);
  return within(row);
};

const confirmed = () => screen.getByRole('button', { name: 'Discard changes' });

describe('Manage Rotation', () => {
  it('moves products between the lists at once, and saves their order', async () => {
    const { press, order, dispatched } = await open();
    screen.getByRole('heading', { name: 'Selected products' });
    screen.getByRole('heading', { name: 'Available Products' });
    await press('Add Peru');
    await press('Add Kenya');
    expect(order()).toEqual(['Peru', 'Kenya']);
    expect(screen.queryByRole('button', { name: 'Add Peru' })).toBeNull();
    expect(rowOf('Remove Peru').getByText('First Product')).toBeTruthy();
    expect(screen.getAllByText('First Product')).toHaveLength(1);
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    await press('Save');
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Rotation has been updated'));
    expect(client.updateRotation).toHaveBeenCalledWith({
      id: '1',
      body: { products: ['3', '2'], version: 0 },
    });
    expect(rowOf('Remove Kenya').getByText('Synced')).toBeTruthy();
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::HIDE'));
  });

  it('saves once, however often Save is pressed before it shows', async () => {
    const { press, say, dispatched } = await open();
    await press('Add Kenya');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    act(() => {
      say('APP::CONTEXTUAL_SAVE_BAR::SAVE');
      say('APP::CONTEXTUAL_SAVE_BAR::SAVE');
    });
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Rotation has been updated'));
    expect(client.updateRotation).toHaveBeenCalledTimes(1);
  });

  it('says what was moved, and leaves the focus where it can go on', async () => {
    const { press } = await open();
    await press('Add Kenya');
    expect(screen.getByText('Kenya added at position 1.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Peru');
    await press('Remove Kenya');
    expect(screen.getByText('Kenya removed.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Kenya');
  });

  it('leaves the focus on the screen’s heading where the search doesn’t show what was removed', async () => {
    const [kenya, ...others] = all;
    if (kenya === undefined) throw new Error('There are no products.');
    keep(kenya);
    client.listRotationCandidates.mockImplementation(async () => ({
      ...{ products: others, pageInfo: emptyPageInfo },
    }));
    const { press } = await open();
    await press(`Remove ${kenya.title}`);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Manage Rotation' }));
  });

  it('adds all that a search found at once, and says so', async () => {
    const { press, order } = await open();
    await press('Add all 2');
    expect(order()).toEqual(['Kenya', 'Peru']);
    expect(screen.getByText('2 products added, starting at position 1.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Kenya');
    expect(screen.queryByRole('button', { name: /^Add (all|these)/ })).toBeNull();
  });

  it('adds the products that were ticked at once, in the order of the ticks', async () => {
    client.listRotationCandidates.mockImplementation(async () => ({
      products: [...all, product('5', 'Sumatra')],
      pageInfo: emptyPageInfo,
    }));
    const { press, order, user } = await open();
    const tick = (title: string) =>
      user.click(screen.getByRole('checkbox', { name: `Select ${title}` }));
    await tick('Peru');
    await tick('Sumatra');
    await tick('Kenya');
    await press('Add Sumatra');
    expect(order()).toEqual(['Sumatra']);
    await press('Add 2 selected');
    expect(order()).toEqual(['Sumatra', 'Peru', 'Kenya']);
    expect(screen.getByText('2 products added, starting at position 2.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Peru');
    await press('Remove Kenya');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Kenya' }).checked).toBe(
      false,
    );
  });

  it('does not add all by the second press of a double press on what was ticked', async () => {
    const others = ['5', '6'].map((id) => product(id, `Sumatra ${id}`));
    client.listRotationCandidates.mockImplementation(async () => ({
      products: [...all, ...others],
      pageInfo: emptyPageInfo,
    }));
    const { order, user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Peru' }));
    // Nothing is awaited between the presses, so on a slow machine, too, they come within the guard's time.
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 selected' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add all 3' }));
    expect(order()).toEqual(['Peru']);
    const addAll = screen.getByRole('button', { name: 'Add all 3' });
    await waitFor(() => expect(addAll.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(addAll);
    expect(order()).toHaveLength(4);
  });

  it('asks before the address of another product loses an unsaved order', async () => {
    const { press, order, user } = await open('/manage-rotation?id=1', PageWithOtherProduct);
    const leave = () => user.click(screen.getByText('The rotation of another product'));
    await press('Add Peru');
    await leave();
    await screen.findByText('Your new order will be lost.');
    expect(order()).toEqual(['Peru']);
    await waitFor(() => expect(confirmed().getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(confirmed());
    await waitFor(() => expect(order()).toEqual([]));
    expect(client.getRotation).toHaveBeenLastCalledWith({ id: '2' });
  });

  it('saves what customers pay, where the merchant has chosen', async () => {
    keep(kenya);
    const { user } = await open();
    const chosen = () => screen.getByRole('radio', { name: 'The product’s own price' });
    await user.click(chosen());
    expect(chosen()).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Rotation has been updated'));
    expect(client.updateRotation).toHaveBeenCalledWith({
      id: '1',
      body: { products: ['2'], version: 1, price: 'product' },
    });
  });

  it('empties a rotation', async () => {
    keep(kenya);
    const { press, order } = await open();
    await press('Remove Kenya');
    await press('Save');
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Rotation has been updated'));
    expect(client.updateRotation).toHaveBeenCalledWith({
      id: '1',
      body: { products: [], version: 1 },
    });
    expect(order()).toEqual([]);
  });

  it('says that all are selected, and that there are none, each where it is true', async () => {
    const { press } = await open();
    await press('Add Kenya');
    await press('Add Peru');
    expect(screen.getByText('All products found so far are already selected.')).toBeTruthy();
    client.listRotationCandidates.mockResolvedValue({ products: [], pageInfo: emptyPageInfo });
    cleanup();
    await open('/manage-rotation?id=9');
    expect(screen.getByText('You have no other active products.')).toBeTruthy();
  });

  it('foretells what goes out', async () => {
    keep(kenya, peru);
    await open();
    const list = screen.getByRole('list', { name: 'The next 8 deliveries' });
    const titles = within(list)
      .getAllByRole('listitem')
      .map((item) => /Kenya|Peru/.exec(item.textContent ?? '')?.[0]);
    expect(titles).toEqual(['Kenya', 'Peru', 'Kenya', 'Peru', 'Kenya', 'Peru', 'Kenya', 'Peru']);
    expect(list.textContent).toContain('3 in stock');
  });

  it('shows an archived product as such, and leaves it out of what it saves', async () => {
    keep(gone, kenya);
    const { press } = await open();
    expect(rowOf('Remove Brazil').getByText('Archived')).toBeTruthy();
    await press('Save');
    await waitFor(() => expect(client.updateRotation).toHaveBeenCalled());
    expect(client.updateRotation.mock.calls[0]?.[0].body.products).toEqual(['2']);
  });

  it('says of what is left out nothing that is not so: a product of its own rotation is on sale', async () => {
    keep({ ...peru, status: 'rotating' }, gone);
    await open();
    await screen.findByText('2 products can’t ship in this rotation anymore');
    screen.getByText(/not active or have their own rotation/);
    expect(screen.queryByText(/on sale/)).toBeNull();
  });

  it('keeps the order where saving fails, and says why', async () => {
    const refusal = rotationTexts.archived('Peru');
    client.updateRotation.mockRejectedValue(apiError(422, refusal, { 'products[0]': [refusal] }));
    const { press, order } = await open();
    await press('Add Peru');
    await press('Save');
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('Something went wrong', { isError: true }),
    );
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(order()).toEqual(['Peru']);
  });

  it.each([
    ['Overwrite with my order', ['3']],
    ['Discard my changes and show the latest', ['2']],
  ])('lets the merchant choose at a conflict: %s', async (choice, ids) => {
    const { press, dispatched } = await open();
    await press('Add Peru');
    kept.price = 'product';
    keep(kenya);
    client.updateRotation.mockRejectedValueOnce(apiError(409, rotationTexts.conflict));
    await press('Save');
    await screen.findByText(rotationTexts.conflict);
    screen.getByText('Changed since you opened it: Kenya added; what customers pay changed.');
    await press(choice);
    await waitFor(() => expect(screen.queryByText(rotationTexts.conflict)).toBeNull());
    await waitFor(() =>
      expect(kept.products.map(({ product }) => product.original_id)).toEqual(ids),
    );
    if (choice.startsWith('Overwrite')) {
      expect(client.updateRotation.mock.lastCall?.[0].body).toEqual({ products: ids, version: 1 });
    }
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'The product’s own price' })).toHaveProperty(
        'checked',
        true,
      ),
    );
    await waitFor(() => expect(dispatched.at(-1)).toBe('APP::CONTEXTUAL_SAVE_BAR::HIDE'));
  });

  it('blames nobody else for a save of the merchant’s own whose answer was lost', async () => {
    const { press } = await open();
    const conflict = apiError(409, rotationTexts.conflict);
    await saveKenyaUnanswered(press);
    await press('Add Peru');
    client.updateRotation.mockRejectedValueOnce(conflict);
    await press('Save');
    await screen.findByText('An earlier save of yours may have gone through.');
    expect(screen.queryByText(/elsewhere/)).toBeNull();
    await press('Overwrite with my order');
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Rotation has been updated'));
    keep(peru);
    client.updateRotation.mockRejectedValueOnce(conflict);
    await press('Remove Peru');
    await press('Save');
    await screen.findByText(rotationTexts.conflict);
  });

  it('shows what was saved, where the merchant discards after a save whose answer was lost', async () => {
    const { press, order, say } = await open();
    await saveKenyaUnanswered(press);
    act(() => say('APP::CONTEXTUAL_SAVE_BAR::DISCARD'));
    await waitFor(() => expect(screen.queryByText('The platform is away.')).toBeNull());
    await waitFor(() => expect(order()).toEqual(['Kenya']));
  });

  it('asks before an order that could not be loaded is replaced', async () => {
    client.getRotation.mockRejectedValue(apiError(502, 'The platform is away.'));
    const { press, order, user } = await open();
    expect(screen.getByText('The platform is away.')).toBeTruthy();
    expect(order()).toEqual([]);
    await press('Add Kenya');
    await press('Save');
    const dialog = await screen.findByRole('dialog');
    expect(client.updateRotation).not.toHaveBeenCalled();
    const replace = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Replace' });
    await waitFor(() => expect(replace.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(replace);
    await waitFor(() =>
      expect(client.updateRotation).toHaveBeenCalledWith({ id: '1', body: { products: ['2'] } }),
    );
  });

  it('keeps the rest where the available products cannot be loaded', async () => {
    keep(kenya);
    client.listRotationCandidates.mockRejectedValue(apiError(502, 'The platform is away.'));
    const { order } = await open();
    expect(screen.getByText('We couldn’t load your products')).toBeTruthy();
    expect(order()).toEqual(['Kenya']);
  });

  it('shows the available products that come with the saved order’s next try', async () => {
    const away = apiError(502, 'The platform is away.');
    client.getRotation.mockRejectedValueOnce(away);
    client.listRotationCandidates.mockRejectedValueOnce(away);
    const { user } = await open();
    screen.getByText('We couldn’t load your products');
    const [ofTheOrder] = screen.getAllByRole('button', { name: 'Try again' });
    if (ofTheOrder === undefined) throw new Error('Nothing can be tried again.');
    await user.click(ofTheOrder);
    await screen.findByRole('button', { name: 'Add Kenya' });
    expect(screen.queryByText('We couldn’t load your products')).toBeNull();
  });

  it('keeps the available products where they cannot be loaded anew', async () => {
    const { press } = await open();
    await press('Add Peru');
    client.listRotationCandidates.mockRejectedValueOnce(apiError(502, 'The platform is away.'));
    await press('Save');
    await screen.findByText('We couldn’t load your products');
    screen.getByRole('button', { name: 'Add Kenya' });
  });
});

describe('an address that names no product of the store', () => {
  it.each(['', '?id=', '?id=abc', '?id=5&x=1'])('with “%s” says what to do', async (search) => {
    client.getRotation.mockRejectedValue(apiError(404, 'Product not found'));
    showRoute('/manage-rotation', route, `/manage-rotation${search}`);
    expect(await screen.findByRole('heading', { name: 'Choose a product first' })).toBeTruthy();
  });
});

it('opens to approved vendors only', async () => {
  client.getRotation.mockRejectedValue(apiError(403, 'This opens once you are approved.'));
  const request = asMerchant(new Request('https://app.example/manage-rotation?id=1'));
  await expect(route.loader({ request, params: {}, context: {} })).rejects.toHaveProperty(
    'status',
    403,
  );
});
