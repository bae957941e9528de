import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { screenKeyOf } from './screen-cache.ts';

/**
 * The `shouldRevalidate` of a route with forms. Nothing is loaded anew after a submit that failed: where saving fails, loading mostly fails too,
 * and that would be said above the form or in its place. Nor when a dialog closes.
 */
export function shouldRevalidate({
  actionResult,
  actionStatus,
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const closesDialog =
    formMethod === undefined &&
    currentUrl.hash !== '' &&
    nextUrl.hash === '' &&
    screenKeyOf(currentUrl) === screenKeyOf(nextUrl);
  if (closesDialog) return false;
  const status: number | undefined = actionResult?.status ?? actionStatus;
  if (status !== undefined && (status < 200 || status >= 400)) return false;
  return defaultShouldRevalidate;
}
