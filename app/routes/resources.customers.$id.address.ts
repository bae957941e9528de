import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET where a subscription's orders are sent (`contractAddressSchema`). */
export const loader = resourceLoader(nothing, ({ client, params: { id = '' } }) =>
  client.getContractAddress({ id }),
);
