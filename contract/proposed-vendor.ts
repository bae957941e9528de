import { z } from 'zod';
import { onboardingSteps } from './limits.ts';
import { visible } from './name.ts';

export { onboardingSteps };

/** Body of POST /proposed-vendor: the sign-up form (specification §5). No format check on the address. */
export const createProposedVendorSchema = z.object({
  name: z
    .string({ error: 'Please enter your full name' })
    .trim()
    .regex(visible, 'Please enter your full name'),
  email: z.string({ error: 'Please enter your email' }).trim().min(1, 'Please enter your email'),
  notes: z.string().trim().default(''),
});

export type CreateProposedVendor = z.infer<typeof createProposedVendorSchema>;

/** Body of PATCH /proposed-vendor: whether the merchant dismissed onboarding. */
export const updateProposedVendorSchema = z.object({ isOnboardingDismissed: z.boolean() });

/** Answer of every call to /proposed-vendor. A shop that never signed up has empty texts and 0 steps. */
export const proposedVendorSchema = z.object({
  name: z.string(),
  email: z.string(),
  notes: z.string(),
  stepsCompleted: z.number().int().min(0).max(onboardingSteps),
  isOnboardingDismissed: z.boolean().default(false),
});

export type ProposedVendor = z.infer<typeof proposedVendorSchema>;
