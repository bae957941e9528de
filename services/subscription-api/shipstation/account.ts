import { z } from 'zod';
import type { Deadline } from '../deadline.ts';
import type { ShipStation, ShipStationKeys } from './client.ts';
import { shownText } from './shown-text.ts';

const storesSchema = z.array(
  z.object({ storeName: z.string().nullish(), companyName: z.string().nullish() }),
);

const withoutName = 'ShipStation account';
const maximumLength = 100;

/**
 * Checks the keys by asking ShipStation for the account's stores, and returns a name for the account. It has no name of its own there, so this is its
 * first store's company or name.
 * @throws what {@link ShipStation} throws
 */
export async function findAccountName(
  shipStation: ShipStation,
  keys: ShipStationKeys,
  deadline: Deadline | undefined,
): Promise<string> {
  const request = { method: 'GET', path: '/stores', answer: storesSchema } as const;
  const stores = await shipStation(keys, request, deadline);
  const names = stores.flatMap(({ companyName, storeName }) => [companyName, storeName]);
  const shown = names.map((name) => shownText(name, maximumLength));
  return shown.find((name) => name !== '') ?? withoutName;
}
