import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers the first charges if billing starts now (`firstChargesSchema`). */
export const loader = resourceLoader(nothing, ({ client }) => client.getFirstCharges());
