import { billingAttemptResolvers } from './billing-attempts.ts';
import { billingCycleResolvers } from './billing-cycles.ts';
import { bulkSearchResolvers } from './bulk-search.ts';
import { chargeMutations } from './charge.ts';
import { contentsResolvers } from './contents.ts';
import { contractMutations } from './contract-changes.ts';
import { contractResolvers } from './contracts.ts';
import { cycleScheduleMutations } from './cycle-schedule.ts';
import { draftCommitMutations } from './draft-commits.ts';
import { draftResolvers } from './drafts.ts';
import { paymentMethodMutations } from './payment-method-updates.ts';
import { paymentMethodResolvers } from './payment-methods.ts';

export const subscriptionResolvers = [
  contractResolvers,
  contractMutations,
  contentsResolvers,
  paymentMethodResolvers,
  paymentMethodMutations,
  billingCycleResolvers,
  cycleScheduleMutations,
  billingAttemptResolvers,
  chargeMutations,
  draftResolvers,
  draftCommitMutations,
  bulkSearchResolvers,
];
