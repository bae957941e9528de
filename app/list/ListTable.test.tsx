import { createRemixStub } from '@remix-run/testing';
import { AppProvider, Badge } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { PolarisLink } from '../components/PolarisLink.tsx';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { ListTable } from './ListTable.tsx';
import { RowLink } from './RowLink.tsx';

beforeAll(prepareScreenTests);

function Beans() {
  return (
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <ListTable
        items={[{ id: 'gid://shopify/Bean/1', name: 'Arusha' }]}
        noun={{ singular: 'bean', plural: 'beans' }}
        nameOf={({ name }) => name}
        columns={[
          { title: 'Name', cell: (row) => <RowLink row={row} below="/beans" /> },
          { title: 'State', cell: () => <Badge>Ripe</Badge> },
        ]}
        loading={false}
        empty={null}
        pagination={{ hasNext: false, hasPrevious: false, onNext: () => {}, onPrevious: () => {} }}
      />
    </AppProvider>
  );
}

function Bean() {
  return <h1>Arusha</h1>;
}

it('opens a row within the app on a narrow screen, which is drawn as a wide one at first', async () => {
  const matchMedia = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(matchMedia(media), { matches: media.includes('max-width') }),
  );
  const Stub = createRemixStub([
    { path: '/', Component: Beans },
    { path: '/beans/1', Component: Bean },
  ]);
  render(<Stub />);
  const link = await screen.findByRole('link', { name: 'Arusha' });
  // A stack would stretch it.
  const badge = screen.getByText('Ripe').closest('.Polaris-Badge');
  expect(badge?.parentElement?.className).toBe('');
  // A click on a link that is not on the screen any more takes the whole frame to its address.
  const clicked: unknown[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'dispatchEvent').mockImplementation(function (
    this: HTMLAnchorElement,
    event,
  ) {
    if (event.type === 'click') clicked.push(this);
    return EventTarget.prototype.dispatchEvent.call(this, event);
  });
  await userEvent.click(link);
  await screen.findByRole('heading', { name: 'Arusha' });
  expect(clicked).not.toEqual([]);
  for (const each of clicked) expect(each).toBe(link);
  vi.restoreAllMocks();
});
