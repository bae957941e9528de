import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { formatCount } from '#contract/format.ts';
import { variantsPerRequest } from '#contract/limits.ts';
import type { SellingPlanGroupVariant } from '#contract/selling-plan-group.ts';
import { useAdmin } from '../../bridge/admin.ts';
import { useToast } from '../../bridge/toast.tsx';
import { leaveForUpdate } from '../../bridge/update-redirect.ts';
import { afterPaint } from '../../forms/after-paint.ts';
import { focusAfterPicker } from '../../forms/focus-after-picker.ts';
import { lastPressed } from '../../forms/last-pressed.ts';
import { ResourceError } from '../../requests/request-resource.ts';
import { type ChangeProgress, changeInSteps, type NamedVariant } from './change-in-steps.ts';
import { collectVariants } from './collect-variants.ts';
import type { ListedVariant } from './listed-variant.ts';
import { settleLostAnswers } from './settle-lost-answers.ts';
import { pickVariants } from './variant-picker.ts';
import {
  requestVariantChange,
  requestVariantPage,
  type VariantChange,
} from './variant-requests.ts';

/** The task that runs on the group's variants; one at a time. */
export type VariantWork =
  | { phase: 'idle' }
  /** All variants are being listed, before the merchant chooses or before all are removed. */
  | { phase: 'listing'; change: VariantChange; found: number }
  | { phase: 'listing-failed'; change: VariantChange; message: string }
  | { phase: 'picking' }
  | { phase: 'changing'; change: VariantChange; progress: ChangeProgress; stopped: boolean }
  /** Shown until the merchant has seen what failed. */
  | { phase: 'failed'; change: VariantChange; progress: ChangeProgress };

type Options = {
  groupId: string;
  /** The variants on screen where those are all that the group has; otherwise they are asked for. */
  allVariants: ListedVariant[] | null;
  /** The list's search. "All" of a searched list means all that match. */
  query: string;
  /** Called when all is done, or the merchant has seen what failed: the list on screen is old by now. */
  onDone: (change: VariantChange) => void;
};

/** A variant on screen as the work with all of them knows it. */
export function listedVariant({
  id,
  displayName,
  product,
}: SellingPlanGroupVariant): ListedVariant {
  return { id, name: displayName, productId: product.id };
}

/** Adding variants to a group and removing them, in steps that report how far they are. */
export function useVariantWork({ groupId, allVariants, query, onDone }: Options) {
  const connect = useAdmin();
  const showToast = useToast();
  const [work, setWork] = useState<VariantWork>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  // Leaving the screen ends the listing and keeps further steps from being sent.
  useEffect(() => () => running.current?.abort(), []);

  const list = useCallback(
    async (change: VariantChange, search: string): Promise<ListedVariant[] | null> => {
      const listing = new AbortController();
      running.current = listing;
      setWork({ phase: 'listing', change, found: 0 });
      try {
        return await collectVariants({
          fetchPage: (after) =>
            requestVariantPage(groupId, { after, query: search }, listing.signal),
          onFound: (found) => setWork({ phase: 'listing', change, found }),
          signal: listing.signal,
        });
      } catch (error) {
        if (listing.signal.aborted) return null;
        const message = error instanceof Error ? error.message : errorTexts.somethingWentWrong;
        setWork({ phase: 'listing-failed', change, message });
        leaveWhereAsked(error, (url) => leaveForUpdate(connect, url));
        return null;
      }
    },
    [connect, groupId],
  );

  const carryOut = useCallback(
    async (change: VariantChange, variants: readonly NamedVariant[], changedBefore = 0) => {
      const stop = new AbortController();
      running.current = stop;
      const start = { total: variants.length, done: 0, changed: 0, failed: [] };
      setWork({ phase: 'changing', change, progress: start, stopped: false });
      const result = await changeInSteps({
        variants,
        stepSize: variantsPerRequest,
        send: async (ids) => {
          try {
            return await requestVariantChange(change, groupId, ids);
          } catch (error) {
            leaveWhereAsked(error, (url) => leaveForUpdate(connect, url));
            throw error;
          }
        },
        onProgress: (progress) =>
          setWork({ phase: 'changing', change, progress, stopped: stop.signal.aborted }),
        signal: stop.signal,
      });
      const reading = new AbortController();
      running.current = reading;
      const settled = await settleLostAnswers(result, change, () =>
        collectVariants({
          fetchPage: (after) => requestVariantPage(groupId, { after }, reading.signal),
          onFound: () => undefined,
          signal: reading.signal,
        }),
      );
      const progress = { ...settled, changed: settled.changed + changedBefore };
      if (progress.failed.length > 0) {
        setWork({ phase: 'failed', change, progress });
        return;
      }
      setWork({ phase: 'idle' });
      showToast(
        `${formatCount(progress.changed, 'variant')} ${change === 'add' ? 'added' : 'removed'}`,
      );
      onDone(change);
    },
    [connect, groupId, showToast, onDone],
  );

  const isOpening = useRef(false);
  const add = useCallback(async () => {
    if (isOpening.current) return;
    isOpening.current = true;
    const button = lastPressed();
    await new Promise<void>(afterPaint);
    isOpening.current = false;
    const inGroup = allVariants ?? (await list('add', ''));
    if (inGroup === null) return;
    setWork({ phase: 'picking' });
    const chosen = await pickVariants(connect, inGroup).catch(() => undefined);
    if (chosen === undefined) {
      setWork({ phase: 'listing-failed', change: 'add', message: errorTexts.serverError });
      return;
    }
    setWork({ phase: 'idle' });
    if (chosen === null) return focusAfterPicker(button);
    const known = new Set(inGroup.map(({ id }) => id));
    const fresh = chosen.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) {
      showToast('Those variants are already in this group');
      return focusAfterPicker(button);
    }
    await carryOut('add', fresh);
  }, [allVariants, connect, carryOut, list, showToast]);

  const remove = useCallback(
    async (variants: readonly NamedVariant[] | 'all') => {
      const removed = variants === 'all' ? await list('remove', query) : variants;
      if (removed === null) return;
      await carryOut('remove', removed);
    },
    [carryOut, list, query],
  );

  return useMemo(
    () => ({
      work,
      add,
      remove,
      /** Ends the listing, or keeps the steps that are not sent yet from being sent. */
      stop() {
        running.current?.abort();
        setWork((current) =>
          current.phase === 'changing' ? { ...current, stopped: true } : { phase: 'idle' },
        );
      },
      retry() {
        if (work.phase !== 'failed') return;
        void carryOut(work.change, work.progress.failed, work.progress.changed);
      },
      dismiss() {
        setWork({ phase: 'idle' });
        if (work.phase === 'failed') onDone(work.change);
      },
    }),
    [work, add, remove, carryOut, onDone],
  );
}

function leaveWhereAsked(error: unknown, leave: (url: string) => void): void {
  if (error instanceof ResourceError && error.updateUrl !== undefined) leave(error.updateUrl);
}
