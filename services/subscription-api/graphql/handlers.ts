import { graphqlAnswerSchema } from '#contract/graphql.ts';
import type { SubscriptionApiHandlers } from '../handlers.ts';
import { QueryRefusedError, QueryTooExpensiveError } from '../platform/admin-graphql.ts';
import { invalidFields } from '../service-error.ts';
import { requireActiveVendor } from '../shop/active-vendor.ts';

/** What the platform says of its own failures, which are nothing that another query mends. */
const ownFailures = ['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE'];
const longestMessage = 500;

/** The platform's word on a query that somebody wrote by hand: what is wrong with it belongs to its field. */
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
    // The library that reads queries stays unloaded until somebody asks one.
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
