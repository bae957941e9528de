import { nothing, resourceAction, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers the FAQ page as the store has it now (`storedFaqPageSchema`). */
export const loader = resourceLoader(nothing, ({ client }) => client.getFaqPage());

/** POST, without a body, creates it where there is none (`faqPageSchema`). */
export const action = resourceAction(nothing, ({ client }) => client.createFaqPage());
