import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';

/** Answer of POST /vendor/faq-page: the page in the online store. */
export const faqPageSchema = z.object({ faqPageId: globalIdSchema });

/** Answer of GET /vendor/faq-page, which looks in the store: null where there is none, or it was deleted there. */
export const storedFaqPageSchema = z.object({ faqPageId: globalIdSchema.nullable() });

export type FaqPage = z.infer<typeof faqPageSchema>;
export type StoredFaqPage = z.infer<typeof storedFaqPageSchema>;
