import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { useVariantWork } from './use-variant-work.ts';
import { VariantWorkModal } from './VariantWorkModal.tsx';

const groupId = 'gid://shopify/SellingPlanGroup/1';
const variants = [1, 2, 3, 4, 5, 6].map((number) => ({
  id: `gid://shopify/ProductVariant/${number}`,
  name: `Variant ${number}`,
  productId: 'gid://shopify/Product/1',
}));
const onDone = vi.fn();

/** The group on the server, and whether it can be read. */
let inGroup = variants;
let isReadable = true;

/** What the many rows of the screen are given: anything new in it would render them all. */
const given = new Set<unknown>();

function Screen() {
  const { work, add, remove, stop, retry, dismiss } = useVariantWork({
    groupId,
    allVariants: variants,
    query: '',
    onDone,
  });
  given.add(add).add(remove);
  return (
    <>
      <h1>Coffee weekly</h1>
      <button type="button" onClick={() => void remove(variants)}>
        Remove Variants
      </button>
      <VariantWorkModal work={work} onStop={stop} onRetry={retry} onClose={dismiss} />
    </>
  );
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  inGroup = variants;
  isReadable = true;
  onDone.mockReset();
  given.clear();
});

afterEach(() => vi.unstubAllGlobals());

/** Removes all variants by a request that does `carryOut` and gets no answer. */
async function removeUnanswered(carryOut: () => void) {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'DELETE') {
      carryOut();
      throw new TypeError('Failed to fetch');
    }
    if (!isReadable) throw new TypeError('Failed to fetch');
    return Response.json({ variants: inGroup, pageInfo: emptyPageInfo });
  });
  const shown = showScreen([{ path: '/', Component: Screen }]);
  await shown.user.click(await screen.findByRole('button', { name: 'Remove Variants' }));
  return shown;
}

it('says that all were removed where only the answer was lost', async () => {
  const { dispatched } = await removeUnanswered(() => {
    inGroup = [];
  });
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('remove'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(dispatched).toContain('APP::TOAST::SHOW');
  expect(given.size).toBe(2);
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it('says which were removed and which were not', async () => {
  await removeUnanswered(() => {
    inGroup = variants.slice(4);
  });
  const dialog = within(await screen.findByRole('dialog', { name: /couldn’t be removed/ }));
  dialog.getByText('4 variants removed. 2 variants couldn’t be removed.');
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Variant 5',
    'Variant 6',
  ]);
});

it('says that it does not know where the group cannot be read', async () => {
  isReadable = false;
  await removeUnanswered(() => {
    inGroup = [];
  });
  const dialog = within(
    await screen.findByRole('dialog', { name: '6 variants may or may not have been removed' }),
  );
  dialog.getByText('0 variants removed. 6 variants may or may not have been removed.');
});
