import { and, eq, sql } from 'drizzle-orm';
import type { CreateProposedVendor, ProposedVendor } from '#contract/proposed-vendor.ts';
import type { Database } from '../store/database.ts';
import { proposedVendorTable } from '../store/schema.ts';

const neverSignedUp: ProposedVendor = {
  name: '',
  email: '',
  notes: '',
  stepsCompleted: 0,
  isOnboardingDismissed: false,
};

/** A shop's sign-up; empty texts and 0 steps if it never signed up. */
export async function findProposedVendor(
  database: Database,
  shop: string,
): Promise<ProposedVendor> {
  const [row] = await database
    .select()
    .from(proposedVendorTable)
    .where(eq(proposedVendorTable.shop, shop));
  if (row === undefined) return neverSignedUp;
  const { name, email, notes, stepsCompleted, isOnboardingDismissed } = row;
  return { name, email, notes, stepsCompleted, isOnboardingDismissed };
}

/** Stores the sign-up. Another one replaces its texts and takes no step back. */
export async function saveProposedVendor(
  database: Database,
  shop: string,
  signUp: CreateProposedVendor,
): Promise<ProposedVendor> {
  await database
    .insert(proposedVendorTable)
    .values({ shop, ...signUp, stepsCompleted: 1 })
    .onConflictDoUpdate({
      target: proposedVendorTable.shop,
      set: {
        ...signUp,
        stepsCompleted: sql`greatest(${proposedVendorTable.stepsCompleted}, 1)`,
        updatedAt: sql`now()`,
      },
    });
  return await findProposedVendor(database, shop);
}

/** Stores whether the shop dismissed onboarding. It may do so before signing up, which doesn't count as a step. */
export async function dismissOnboarding(
  database: Database,
  shop: string,
  isOnboardingDismissed: boolean,
): Promise<ProposedVendor> {
  await database
    .insert(proposedVendorTable)
    .values({ ...neverSignedUp, shop, isOnboardingDismissed })
    .onConflictDoUpdate({
      target: proposedVendorTable.shop,
      set: { isOnboardingDismissed, updatedAt: sql`now()` },
    });
  return await findProposedVendor(database, shop);
}

/**
 * Moves onboarding from the step before to `step` (2 to 4). It does nothing for a shop that never signed up, that is further on, or whose earlier
 * steps aren't done: each step is locked until the one before is done (specification §2).
 */
export async function completeStep(database: Database, shop: string, step: number): Promise<void> {
  await database
    .update(proposedVendorTable)
    .set({ stepsCompleted: step, updatedAt: sql`now()` })
    .where(
      and(eq(proposedVendorTable.shop, shop), eq(proposedVendorTable.stepsCompleted, step - 1)),
    );
}
