import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { createFaqPage, storedFaqPage } from './create.ts';

export const faqPageHandlers = {
  getFaqPage: (context) => storedFaqPage(context),
  createFaqPage: (context) => createFaqPage(context),
} satisfies Partial<SubscriptionApiHandlers>;
