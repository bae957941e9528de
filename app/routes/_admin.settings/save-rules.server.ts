import { saveForm } from '../../forms/answer-form.server.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import { editedRulesSchema } from './edited-rules.ts';

/** Saves all rules of billing, on the condition of the tag that the form names; where they were changed meanwhile it answers them as they are. */
export async function saveRules(
  formData: FormData,
  client: Pick<SubscriptionApiClient, 'updateBillingRules' | 'getBilling'>,
): Promise<Response> {
  const tag = formData.get('tag');
  const ifMatch = typeof tag === 'string' ? tag : undefined;
  return saveForm(
    formData,
    editedRulesSchema,
    (body) => client.updateBillingRules({ body, ifMatch }),
    { loadLatest: () => client.getBilling() },
  );
}
