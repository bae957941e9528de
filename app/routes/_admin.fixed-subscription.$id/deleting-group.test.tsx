import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import { formClientAction } from '../../requests/cached-screen.ts';
import { ErrorScreen } from '../../shell/ErrorScreen.tsx';
import { ApiError } from '../../subscription-api/errors.ts';
import { exampleGroup } from '../../testing/example-group.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getSellingPlanGroup: vi.fn(),
  deleteSellingPlanGroup: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
const toast = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/toast.tsx', () => ({ useToast: () => toast }));

const gone = new ApiError(404, 'Not Found', { message: 'Selling plan group not found' });
let isDeleted = false;

beforeAll(prepareScreenTests);
beforeEach(() => {
  isDeleted = false;
  toast.mockReset();
  client.deleteSellingPlanGroup.mockReset().mockImplementation(async () => {
    if (isDeleted) throw gone;
    isDeleted = true;
  });
  client.getSellingPlanGroup.mockReset().mockImplementation(async () => {
    if (isDeleted) throw gone;
    return {
      ...exampleGroup,
      name: 'Welcome offer',
      productVariantsCount: { count: 36 },
      currencyCode: 'USD',
      variants: [],
      variantsPageInfo: emptyPageInfo,
    };
  });
  // The preview's products, which are not asked about here.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }));
});
afterEach(() => vi.unstubAllGlobals());

function ListOfGroups() {
  return <h1>Selling Plans</h1>;
}

function NotThere() {
  return <ErrorScreen bridged />;
}

async function askToDelete() {
  const { default: Component, action, loader, shouldRevalidate } = route;
  const { user } = showScreen(
    [
      {
        path: '/fixed-subscription/:id',
        Component,
        loader,
        action: (args) => formClientAction({ serverAction: async () => action(args) }),
        shouldRevalidate,
      },
      { path: '/fixed-subscription', Component: ListOfGroups },
    ],
    { initialEntries: ['/fixed-subscription/1'] },
  );
  await user.click(await screen.findByRole('button', { name: 'Delete selling plan group' }));
  const question = await screen.findByRole('dialog');
  const confirm = async () => {
    const button = await screen.findByRole('button', { name: 'Delete' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(button);
  };
  return { user, question, confirm };
}

it('says first what goes and what stays, and deletes nothing where that is cancelled', async () => {
  const { user, question } = await askToDelete();
  expect(question.textContent).toContain('“Welcome offer” will be deleted right away.');
  expect(question.textContent).toContain(
    '36 variants of your products no longer offer it. The products stay in your store.',
  );
  expect(question.textContent).toContain('keep their subscriptions, and their orders continue.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(client.deleteSellingPlanGroup).not.toHaveBeenCalled();
});

it.each([
  ['12 products no longer offer it. The products stay in your store.', 12],
  ['Your products don’t change.', 0],
])('says of a group without single variants: %s', async (words, count) => {
  client.getSellingPlanGroup.mockImplementation(async () => ({
    ...exampleGroup,
    productsCount: { count, precision: 'EXACT' },
    currencyCode: 'USD',
    variants: [],
    variantsPageInfo: emptyPageInfo,
  }));
  const { question } = await askToDelete();
  expect(question.textContent).toContain(words);
  expect(question.textContent?.includes('don’t change')).toBe(count === 0);
});

it.each([
  ['12 products and 3 variants of your products no longer offer it.', 12, 'AT_LEAST', 3],
  ['1 product and 1 variant of your products no longer offer it.', 1, 'AT_LEAST', 1],
  // The one product may be the variant’s.
  ['3 variants of your products no longer offer it.', 1, 'AT_LEAST', 3],
  ['1 variant of your products no longer offers it.', 1, 'EXACT', 1],
])('says of a group with single variants: %s', async (words, products, precision, variants) => {
  client.getSellingPlanGroup.mockImplementation(async () => ({
    ...exampleGroup,
    productsCount: { count: products, precision },
    productVariantsCount: { count: variants },
    currencyCode: 'USD',
    variants: [],
    variantsPageInfo: emptyPageInfo,
  }));
  const { question } = await askToDelete();
  const said = within(question)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(said).toContain(`${words} The products stay in your store.`);
});

it('deletes at once, before it leads to the list', async () => {
  const { confirm } = await askToDelete();
  const read = client.getSellingPlanGroup.mock.calls.length;
  await confirm();
  await screen.findByRole('heading', { name: 'Selling Plans' });
  expect(client.deleteSellingPlanGroup.mock.calls).toEqual([[{ id: '1' }]]);
  expect(toast.mock.calls).toEqual([['Selling plan group deleted']]);
  // Asking for what is gone would show the not-found page in between.
  expect(client.getSellingPlanGroup).toHaveBeenCalledTimes(read);
});

it('leads from the address of a group that is gone to the list', async () => {
  isDeleted = true;
  const { default: Component, loader } = route;
  const { user } = showScreen(
    [
      {
        path: '/fixed-subscription/:id',
        Component,
        loader,
        ErrorBoundary: NotThere,
      },
      { path: '/fixed-subscription', Component: ListOfGroups },
    ],
    { initialEntries: ['/fixed-subscription/1'] },
  );
  await screen.findByText('There is no page at this address');
  screen.getByRole('link', { name: 'Go to home' });
  await user.click(screen.getByRole('link', { name: 'Go to Selling Plans' }));
  await screen.findByRole('heading', { name: 'Selling Plans' });
});

it('counts a group as deleted that is gone already', async () => {
  const { confirm } = await askToDelete();
  isDeleted = true;
  await confirm();
  await screen.findByRole('heading', { name: 'Selling Plans' });
});

it('keeps asking where it fails, with the reason, and can be tried again', async () => {
  client.deleteSellingPlanGroup.mockRejectedValueOnce(
    new ApiError(500, '', { message: 'The kettle is empty.' }),
  );
  const { confirm } = await askToDelete();
  await confirm();
  await screen.findByText('The kettle is empty.');
  expect(toast).not.toHaveBeenCalled();
  await confirm();
  await screen.findByRole('heading', { name: 'Selling Plans' });
});
