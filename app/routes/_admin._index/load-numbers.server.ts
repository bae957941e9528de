import type { Summary } from '#contract/analytics.ts';
import type { Coverage } from '#contract/coverage.ts';
import { logger } from '../../admission/logger.server.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';

/** What Home tells of the store; null where it could not be loaded. */
export type HomeNumbers = {
  coverage: Promise<Coverage | null>;
  isWidgetOn: Promise<boolean | null>;
  summary: Promise<Summary | null>;
};

/** Loads the numbers of Home beside the screen, which does not wait for them. */
export function loadNumbers(
  client: Pick<SubscriptionApiClient, 'getCoverage' | 'getWidgetDiagnosis' | 'getSummary'>,
): HomeNumbers {
  return {
    coverage: orNull(client.getCoverage()),
    isWidgetOn: orNull(
      client.getWidgetDiagnosis({ query: {} }).then((diagnosis) => diagnosis.isWidgetOn),
    ),
    summary: orNull(client.getSummary()),
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
