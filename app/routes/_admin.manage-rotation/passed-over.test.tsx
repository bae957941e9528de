import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { PassedOverList } from '#contract/rotation.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { PassedOver } from './PassedOver.tsx';

beforeAll(prepareScreenTests);

const path = 'GET /resources/manage-rotation/7/passed-over?first=10';
const touched: PassedOverList['passedOver'][number] = {
  ...{ id: '1', at: '2026-11-24T18:00:00.000Z', contract: '31', customer: 'Ada Lovelace' },
  ...{ day: '2026-11-24', passedOver: 'Kenya (sold out)', sent: 'Peru' },
};
const list = (
  passedOver: PassedOverList['passedOver'],
  pageInfo: Partial<PassedOverList['pageInfo']> = {},
): PassedOverList => ({ passedOver, pageInfo: { ...emptyPageInfo, ...pageInfo } });
const OfProduct = () => <PassedOver productId="7" />;
const show = () => showScreen([{ path: '/', Component: OfProduct }]);

it('says whom a passed-over coffee touched, and leads to them, page by page', async () => {
  const user = userEvent.setup();
  const older = { ...touched, id: '0', contract: '32', customer: null, day: null };
  answerFetch({
    [path]: () => Response.json(list([touched], { hasNextPage: true, endCursor: 'a b' })),
    [`${path}&after=a%20b`]: () =>
      Response.json(list([older], { hasPreviousPage: true, startCursor: 'c' })),
  });
  show();
  const link = await screen.findByRole('link', { name: 'Ada Lovelace' });
  expect(link.getAttribute('href')).toBe('/customers/31');
  screen.getByText('Kenya (sold out) was passed over. Peru was chosen instead.');
  screen.getByText('Order of Nov 24, 2026');
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  await screen.findByRole('link', { name: 'Unknown customer' });
  expect(screen.queryByText(/^Order of/)).toBeNull();
});

it('says that nobody was touched, and tries again where that can’t be said', async () => {
  const user = userEvent.setup();
  let isAway = true;
  answerFetch({
    [path]: () =>
      isAway ? Response.json({ message: 'away' }, { status: 502 }) : Response.json(list([])),
  });
  show();
  await screen.findByText('We can’t show who was touched right now.');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nobody’s coffee has been passed over.');
});
