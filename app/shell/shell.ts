import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import type { MerchantDocument } from '../auth/merchant-document.ts';
import { shouldRevalidate } from '../requests/should-revalidate.ts';

/** The part of the vendor that the menu depends on; null if the shop has no vendor yet. */
export type MenuVendor = Pick<Vendor, 'status' | 'shopifyManifest'> | null;

/** The answer of the shell's loader. */
export type Shell = {
  /** Null where the answer is not for a document: the browser keeps what its document came with. */
  merchantDocument: MerchantDocument | null;
  /** Undefined where it could not be loaded (specification §4). */
  vendor?: MenuVendor;
  /** For the onboarding of a shop without a vendor; undefined for others, or if it couldn't be loaded. */
  stepsCompleted?: number;
};

// The browser's last known shell. The server never writes it.
let seen: Shell = { merchantDocument: null };
let isVendorOwed = false;
let timesAsked = 0;
const watchers = new Set<() => void>();

/** The document stays as it came, and where the vendor could not be loaded the menu keeps its items. */
function learn({ merchantDocument, vendor, stepsCompleted }: Shell): void {
  isVendorOwed = vendor === undefined;
  seen = {
    merchantDocument: merchantDocument ?? seen.merchantDocument,
    ...(vendor === undefined
      ? { vendor: seen.vendor, stepsCompleted: seen.stepsCompleted }
      : { vendor, stepsCompleted }),
  };
  for (const watcher of watchers) watcher();
}

/** Remembers the shell that came with the document. */
export function rememberDocument(shell: Shell): void {
  if (seen.merchantDocument === null) learn(shell);
}

/**
 * The shell that is known, at once: no navigation waits for the menu or fails by it. What `ask` brings is shown when it
 * comes, unless it was asked for again meanwhile.
 */
export function refreshShell(ask: () => Promise<Shell>): Shell {
  timesAsked += 1;
  const asked = timesAsked;
  ask().then(
    (fresh) => {
      if (asked === timesAsked) learn(fresh);
    },
    () => {
      if (asked === timesAsked) isVendorOwed = true;
    },
  );
  return seen;
}

/** Says that the vendor was changed other than by an action: the shell loads it anew with the screen. */
export function vendorChanged(): void {
  isVendorOwed = true;
}

/**
 * An operator may have decided about the vendor by the next screen, and any action that went well may have changed it;
 * one that could not be loaded is tried for at each step.
 */
export function vendorMayDiffer(args: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod = 'GET', currentUrl, nextUrl } = args;
  if (isVendorOwed) return true;
  if (formMethod.toUpperCase() === 'GET') return currentUrl.pathname !== nextUrl.pathname;
  return shouldRevalidate(args);
}

/** The last known vendor, for the menu. */
export function useLatestShell(shell: Shell): Shell {
  // The document's own data does not pass the client loader.
  useEffect(() => rememberDocument(shell), [shell]);
  const known = () => (seen.merchantDocument === null ? shell : seen);
  return useSyncExternalStore(watch, known, () => shell);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The shell around the screen; undefined where its loader failed. */
export function useShell(): Shell | undefined {
  return useRouteLoaderData<Shell>('routes/_admin');
}
