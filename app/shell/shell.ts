import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from '@remix-run/react';
import type { Vendor } from '#contract/vendor.ts';
import type { MerchantDocument } from '../admission/merchant-document.ts';
import { shouldRevalidate } from '../forms/should-revalidate.ts';

/** What the menu depends on; null where the shop has no vendor yet. */
export type MenuVendor = Pick<Vendor, 'status' | 'shopifyManifest'> | null;

/** The answer of the shell's loader. */
export type Shell = {
  /** Null where the answer is not for a document: the browser keeps what its document came with. */
  merchantDocument: MerchantDocument | null;
  /** Undefined where it could not be loaded (specification §4). */
  vendor?: MenuVendor;
};

// What this browser's document knows of its shell. The server never writes here.
let seen: Shell = { merchantDocument: null };
let vendorIsOwed = false;

/** Remembers the shell that came with the document. */
export function rememberDocument(shell: Shell): void {
  if (seen.merchantDocument === null) joinWithSeen(shell);
}

/**
 * Joins a fresh answer with what is known: the document stays as it came, and where the vendor could not be loaded the
 * menu keeps its items.
 */
export function joinWithSeen(fresh: Shell): Shell {
  vendorIsOwed = fresh.vendor === undefined;
  seen = {
    merchantDocument: fresh.merchantDocument ?? seen.merchantDocument,
    vendor: fresh.vendor === undefined ? seen.vendor : fresh.vendor,
  };
  return seen;
}

/** The vendor may have changed after any action that went well; one that could not be loaded is tried for at each step. */
export function vendorMayDiffer(args: ShouldRevalidateFunctionArgs): boolean {
  if (vendorIsOwed) return true;
  const changes = args.formMethod !== undefined && args.formMethod.toUpperCase() !== 'GET';
  return changes && shouldRevalidate(args);
}

/** The shell around the screen; undefined where its loader failed. */
export function useShell(): Shell | undefined {
  return useRouteLoaderData<Shell>('routes/_admin');
}
