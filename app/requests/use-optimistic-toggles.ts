import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAdmin } from '../bridge/admin.ts';
import { leaveForUpdate, useUpdateRedirect } from '../bridge/update-redirect.ts';
import {
  createOptimisticToggles,
  type OptimisticToggles,
  type ToggleRequests,
  type ToggleState,
} from './optimistic-toggles.ts';

/**
 * Holds a screen's unfinished saves for a merchant who leaves and comes back, because two savers would overtake each other. They then
 * report to the new screen.
 */
export type TogglesHolder<Group> = {
  saver?: OptimisticToggles<Group>;
  calls?: ToggleRequests<Group>;
};

/**
 * Choices of a screen that show at once (see optimistic-toggles.ts). Leaves the app if a permission is missing. Saves that are running
 * when the screen goes are finished, and a failure is reported.
 */
export function useOptimisticToggles<Group>(
  calls: ToggleRequests<Group>,
  place: TogglesHolder<Group>,
): ToggleState<Group> & Omit<OptimisticToggles<Group>, 'state' | 'isSaving' | 'subscribe'> {
  useEffect(() => {
    place.calls = calls;
  });
  const connect = useAdmin();
  const [saver] = useState(() => {
    if (place.saver?.isSaving()) return place.saver;
    const { save, read } = calls;
    return createOptimisticToggles<Group>({
      save,
      read,
      onKept: (...given) => place.calls?.onKept(...given),
      onUnseenFailure: (group, failure) => {
        place.calls?.onUnseenFailure(group, failure);
        if (failure.updateUrl !== undefined) leaveForUpdate(connect, failure.updateUrl);
      },
    });
  });
  useEffect(() => {
    place.saver = saver;
  }, [place, saver]);
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  const failures = [...state.failed.values()];
  useUpdateRedirect(failures.find(({ updateUrl }) => updateUrl !== undefined)?.updateUrl);
  const { choose, tryAgain, giveUp, loadedAnew } = saver;
  return { ...state, choose, tryAgain, giveUp, loadedAnew };
}
