import { z } from 'zod';
import { billingRulesSchema } from '#contract/billing-rules.ts';
import { parseForm } from '../../forms/parse-form.ts';

/** The rules as their form has them, where a box that isn't ticked is missing. */
export const editedRulesSchema = billingRulesSchema.extend({
  isOversold: z.boolean().default(false),
  asksForMethod: z.boolean().default(false),
});

/** Reads the form of the rules by the contract. */
export function parseEditedRules(formData: FormData) {
  return parseForm(formData, editedRulesSchema);
}
