import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers products for the plan preview, and the day of the first order (`previewProductListSchema`). */
export const loader = resourceLoader(nothing, ({ client }) => client.listPreviewProducts());
