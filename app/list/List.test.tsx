import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PolarisLink } from '../components/PolarisLink.tsx';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { List } from './List.tsx';
import { useCursorPaging } from './list-address.ts';
import type { ListData } from './list-data.ts';
import { RowLink } from './RowLink.tsx';
import type { Chosen } from './use-row-selection.ts';

type Bean = { id: string; name: string };
type Data = ListData<Bean>;

const bean = (name: string): Bean => ({ id: name.toLowerCase(), name });
const beans = ['Arusha', 'Bourbon', 'Caturra'].map(bean);

function page(items: Bean[], pageInfo: Partial<Data['pageInfo']> = {}): Data {
  return {
    items,
    pageInfo: {
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: 'start',
      endCursor: 'end',
      ...pageInfo,
    },
    ignored: [],
    failure: null,
  };
}

beforeAll(prepareScreenTests);

const removed: Array<Chosen<Bean>> = [];

beforeEach(() => {
  removed.length = 0;
});

function Beans() {
  const { pageInfo, ...list } = useLoaderData<Data>();
  return (
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <List
        {...list}
        noun={{ singular: 'bean', plural: 'beans' }}
        nameOf={({ name }) => name}
        columns={[{ title: 'Name', cell: (row) => <RowLink row={row} below="/beans" /> }]}
        paging={useCursorPaging(pageInfo)}
        sortings={[
          { label: 'Name A–Z', sortKey: 'NAME', reverse: false },
          { label: 'Newest first', sortKey: 'CREATED_AT', reverse: true },
        ]}
        bulkAction={{ content: 'Remove beans', onAction: (chosen) => removed.push(chosen) }}
        nothingYet={<p>Roast your first bean</p>}
      />
    </AppProvider>
  );
}

/** Shows a list; `answer` is the server, `addresses` are what it was asked. */
async function show(answer: Data | (() => Data), address = '/beans') {
  const addresses: string[] = [];
  const Stub = createRemixStub([
    {
      path: '/beans',
      Component: Beans,
      loader: ({ request }) => {
        addresses.push(new URL(request.url).search);
        return typeof answer === 'function' ? answer() : answer;
      },
    },
  ]);
  render(<Stub initialEntries={[address]} />);
  await screen.findByRole('region', { name: 'beans' });
  return { addresses, user: userEvent.setup() };
}

const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const searchBox = () => screen.getByRole('searchbox', { name: 'Search beans' });
const status = () => screen.getAllByRole('status').at(-1)?.textContent;
/** Polaris draws bulk actions a second time, to measure them. */
const removeButton = () => {
  const buttons = screen.getAllByRole('button', { name: 'Remove beans' });
  const [shown = document.body] = buttons.filter(
    (button) => !button.closest('[class*="Measurer"]'),
  );
  return shown;
};
const focused = () => document.activeElement?.getAttribute('aria-label');
const tooLong = 'bean '.repeat(60).trim();
const refusal = 'A search can have at most 255 characters';

describe('a search that is too long', () => {
  it('is refused at the field, with what was typed, and matches nothing', async () => {
    const { addresses, user } = await show(page(beans));
    await user.click(searchBox());
    await user.paste(tooLong);
    expect(searchBox()).toHaveProperty('value', tooLong);
    expect(searchBox().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(refusal)).toHaveLength(2);
    screen.getByText('This search is too long');
    expect(names()).toEqual([]);
    expect(status()).toBe(refusal);

    await user.clear(searchBox());
    await user.type(searchBox(), 'ar');
    await waitFor(() => expect(addresses.at(-1)).toBe('?query=ar'));
    expect(names()).toEqual(['Arusha', 'Bourbon', 'Caturra']);
  });

  it('is refused where the address asks for it', async () => {
    await show(page([]), `/beans?query=${tooLong}`);
    expect(searchBox()).toHaveProperty('value', tooLong);
    screen.getByText('This search is too long');
  });
});

describe('an address that asks in vain', () => {
  it.each([
    ['order', 'We can’t sort the list the way this link asks, so it’s in its usual order.'],
    ['page', 'The page in this link no longer exists. You’re on the first one.'],
  ] as const)('is told so: %s', async (part, text) => {
    await show({ ...page(beans), ignored: [part] }, '/beans?sortKey=COLOUR&after=x');
    screen.getByText(text);
    expect(names()).toHaveLength(3);
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', 'NAME false');
  });
});

describe('a failure', () => {
  it('leaves the search box with what was typed, and is tried again', async () => {
    let answer: Data = { ...page([]), failure: 'The roastery is closed.' };
    const { user } = await show(() => answer, '/beans?query=ar');
    const banner = within(screen.getByRole('alert'));
    banner.getByText('The roastery is closed.');
    expect(searchBox()).toHaveProperty('value', 'ar');
    expect(screen.queryByText(/No beans/)).toBeNull();
    answer = page(beans);
    await user.click(banner.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(focused()).toBe('beans'));
  });

  it('does not offer to go on with a search of before', async () => {
    const before = page([], { hasNextPage: true, searchGoesOn: true });
    await show({ ...before, failure: 'The roastery is closed.' }, '/beans?query=x');
    expect(screen.queryByRole('button', { name: 'Keep searching' })).toBeNull();
  });

  it('stands beside the rows that were there before', async () => {
    await show({ ...page(beans), failure: 'The roastery is closed.' });
    screen.getByText('The roastery is closed.');
    expect(names()).toHaveLength(3);
  });
});

describe('a list that only a part of was searched', () => {
  it.each([
    ['forwards', '/beans?query=x', { hasNextPage: true }, '?query=x&after=end'],
    [
      'backwards',
      '/beans?query=x&before=a',
      { hasPreviousPage: true, hasNextPage: true },
      '?query=x&before=start',
    ],
  ])('never says that nothing was found, and goes on %s', async (_, address, more, asked) => {
    const { addresses, user } = await show(page([], { ...more, searchGoesOn: true }), address);
    screen.getByText('No beans found so far');
    expect(status()).toBe('Nothing found so far');
    await user.click(screen.getByRole('button', { name: 'Keep searching' }));
    await waitFor(() => expect(addresses.at(-1)).toBe(asked));
  });

  it('says so beside what was found', async () => {
    await show(page(beans, { hasNextPage: true, searchGoesOn: true }), '/beans?query=a');
    screen.getByText('We’ve searched only part of this list so far.');
    expect(names()).toHaveLength(3);
  });
});

describe('a list without rows', () => {
  it.each([
    ['nothing yet', '/beans', {}, 'Roast your first bean'],
    ['nothing that matches', '/beans?query=tea', {}, 'No beans found'],
    ['an emptied page', '/beans?after=x', { hasPreviousPage: true }, 'No more beans'],
  ])('says what that means: %s', async (_, address, pageInfo, text) => {
    await show(page([], pageInfo), address);
    screen.getByText(text);
  });
});

describe('rows', () => {
  it('are told by name, and so are their checkboxes', async () => {
    const { user } = await show(page(beans, { hasNextPage: true }));
    expect(status()).toBe('3 beans, from Arusha to Caturra, and more on the next page');
    await user.click(screen.getByRole('checkbox', { name: 'Select Bourbon' }));
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1 selected',
    );
    await user.click(removeButton());
    expect(removed).toEqual([[bean('Bourbon')]]);
  });

  it('come in the order that is chosen, which the address keeps', async () => {
    const { addresses, user } = await show(page(beans), '/beans?after=x');
    const order = screen.getByRole('combobox', { name: 'Sort by' });
    await user.selectOptions(order, 'Newest first');
    await waitFor(() => expect(addresses.at(-1)).toBe('?sortKey=CREATED_AT&reverse=true'));
    await user.selectOptions(order, 'Name A–Z');
    await waitFor(() => expect(addresses.at(-1)).toBe(''));
  });

  it('stay in the order that is chosen while a search is still being typed', async () => {
    const { addresses, user } = await show(page(beans));
    await user.type(searchBox(), 'a');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest first');
    await waitFor(() => expect(addresses.at(-1)).toBe('?sortKey=CREATED_AT&reverse=true&query=a'));
  });

  it('are heard to be gone, where nothing takes their place', async () => {
    let answer = page(beans);
    const { user } = await show(() => answer);
    answer = page([]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest first');
    await screen.findByText('Roast your first bean');
    expect(status()).toBe('Nothing found');
  });

  it('that take the focus with them leave it in the list', async () => {
    let answer = page(beans, { hasNextPage: true });
    await show(() => answer);
    answer = page([bean('Pacas')], { hasPreviousPage: true });
    screen.getByRole('link', { name: 'Bourbon' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(names()).toEqual(['Pacas']));
    await waitFor(() => expect(focused()).toBe('beans'));
  });
});
