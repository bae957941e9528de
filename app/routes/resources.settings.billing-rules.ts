import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers how the shop bills (`billingSchema`); its rules are saved by the form of Settings. */
export const loader = resourceLoader(nothing, ({ client }) => client.getBilling());
