import { graphqlAnswerSchema } from '#contract/graphql.ts';
import type { SubscriptionApiHandlers } from '../handlers.ts';
import { QueryRefusedError, QueryTooExpensiveError } from '../platform/admin-graphql.ts';
import { invalidFields } from '../service-error.ts';
import { requireActiveVendor } from '../shop/active-vendor.ts';

/** Codes of Shopify's own failures, which no other query would avoid. */
const ownFailures = ['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE'];
const longestMessage = 500;

/** Turns Shopify's refusal of a query that somebody wrote by hand into an error of its field. */
function explained(error: unknown): unknown {
  if (error instanceof QueryTooExpensiveError) {
    return invalidFields({ query: ['The query asks for too much at once'] });
  }
  if (!(error instanceof QueryRefusedError)) return error;
  if (error.reasons.some(({ code }) => code !== undefined && ownFailures.includes(code))) {
    return error;
  }
  return invalidFields({
    query: error.reasons.map(({ message }) => message.slice(0, longestMessage)),
  });
}

export const graphqlHandlers = {
  runGraphql: async ({ database, shop, merchantGraphql }, { body }) => {
    await requireActiveVendor(database, shop);
    // Loads the GraphQL parser only when somebody runs a query.
    const { checkedQuery } = await import('./checked-query.ts');
    const query = checkedQuery(body);
    const data = await merchantGraphql(
      {
        ...query,
        isMutation: false,
        scopes: [],
        isOftenTheSame: false,
        answer: graphqlAnswerSchema.shape.data,
      },
      body.variables ?? {},
    ).catch((error: unknown) => {
      throw explained(error);
    });
    return { data };
  },
} satisfies Partial<SubscriptionApiHandlers>;
