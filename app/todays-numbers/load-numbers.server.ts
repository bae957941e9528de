import { logger } from '../admission/logger.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';
import {
  wordsOfCount,
  wordsOfNewSubscriptions,
  wordsOfRevenue,
  wordsOfWidget,
} from './number-words.ts';
import type { TodaysNumbers } from './numbers.ts';

/** Loads the numbers of Home. One that can't be loaded is said to be missing; the others are told all the same. */
export async function loadNumbers(
  client: Pick<SubscriptionApiClient, 'getCoverage' | 'getWidgetDiagnosis' | 'getSummary'>,
): Promise<TodaysNumbers> {
  const [coverage, diagnosis, summary] = await Promise.all([
    orNull(client.getCoverage()),
    orNull(client.getWidgetDiagnosis({ query: {} })),
    orNull(client.getSummary()),
  ]);
  return {
    activePlans: wordsOfCount(coverage?.plansCount),
    productsCovered: wordsOfCount(coverage?.productsCount),
    widget: wordsOfWidget(diagnosis?.isWidgetOn ?? null),
    newSubscriptions: wordsOfNewSubscriptions(summary),
    revenue: wordsOfRevenue(summary),
  };
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    logger.warn({ error }, 'A number of Home could not be loaded');
    return null;
  }
}
