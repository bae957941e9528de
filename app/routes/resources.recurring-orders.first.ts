import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers what is charged first where billing starts now (`firstChargesSchema`). */
export const loader = resourceLoader(nothing, ({ client }) => client.getFirstCharges());
