import { logger } from '../../auth/logger.server.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import { answerBesideFailure } from '../../subscription-api/failure.ts';
import {
  wordsOfCount,
  wordsOfNewSubscriptions,
  wordsOfRevenue,
  wordsOfWidget,
} from './figure-words.ts';
import type { KeyFigures } from './figures.ts';
import { analyticsUrl } from './no-figures.ts';

/**
 * Loads Home's key figures, and the status to answer with. A figure that can't be loaded reads "Not available right now"; the others
 * still show. If all of them fail, the answer passes on the API's refusal.
 */
export async function loadKeyFigures(
  client: Pick<SubscriptionApiClient, 'getCoverage' | 'getWidgetDiagnosis' | 'getSummary'>,
): Promise<{ figures: KeyFigures; answeredWith: ResponseInit }> {
  const failures: unknown[] = [];
  const orNull = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await answer;
    } catch (error) {
      logger.warn({ error }, 'A figure of Home could not be loaded');
      failures.push(error);
      return null;
    }
  };
  const all = [
    orNull(client.getCoverage()),
    orNull(client.getWidgetDiagnosis({ query: {} })),
    orNull(client.getSummary()),
  ] as const;
  const [coverage, diagnosis, summary] = await Promise.all(all);
  const refusal =
    failures.length === all.length
      ? failures.map(answerBesideFailure).find(({ status }) => status !== undefined)
      : undefined;
  const figures = {
    activePlans: wordsOfCount(coverage?.plansCount),
    productsCovered: wordsOfCount(coverage?.productsCount),
    widget: wordsOfWidget(diagnosis?.isWidgetOn ?? null),
    newSubscriptions: wordsOfNewSubscriptions(summary),
    revenue: wordsOfRevenue(summary),
    analyticsUrl:
      summary === null
        ? analyticsUrl
        : `/analytics?${new URLSearchParams({ from: summary.from, to: summary.to })}`,
    isReading: summary !== null && summary.orderImport.asOf === null,
  };
  return { figures, answeredWith: refusal ?? {} };
}
