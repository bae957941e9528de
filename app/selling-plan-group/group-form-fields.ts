import type { FormMetadata } from '@conform-to/react';
import type { z } from 'zod';
import type { createSellingPlanGroupSchema } from '#contract/selling-plan-group.ts';

/** What the group form's fields hold, by name. */
export type GroupFormInput = z.input<typeof createSellingPlanGroupSchema>;
export type GroupFormMetadata = FormMetadata<GroupFormInput>;
export type OptionInput = GroupFormInput['recurringPolicies'][number];
