import {
  createAttempt,
  getCycleToCharge,
  listAttempts,
  setLinePrice,
  skipCycle,
} from '../billing/documents.ts';
import { getContract, listContracts } from '../mirror/documents.ts';

/** The scopes for reading subscriptions and charging them. */
export const billingScopes = [
  ...new Set(
    [
      getContract,
      listContracts,
      getCycleToCharge,
      listAttempts,
      createAttempt,
      setLinePrice,
      skipCycle,
    ].flatMap(({ scopes }) => scopes),
  ),
];
