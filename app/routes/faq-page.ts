import { z } from 'zod';
import { getRoute } from '../requests/get-route.server.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** GET answers the FAQ page as the store has it now (`storedFaqPageSchema`). */
export const loader = getRoute(({ client }) => client.getFaqPage());

/** POST, without a body, makes it where there is none (`faqPageSchema`). */
export const action = postRoute(z.unknown(), 'Invalid request', (client) => client.createFaqPage());
