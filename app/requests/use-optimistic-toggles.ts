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
 * Where a screen's saver is found again by a merchant who comes back before all is kept: two would overtake each other. It tells the
 * screen that is on show then.
 */
export type TogglesHolder<Group> = {
  saver?: OptimisticToggles<Group>;
  calls?: ToggleRequests<Group>;
};

/**
 * Choices of a screen that show at once (see optimistic-toggles.ts). Leaves for where the merchant grants what is missing. What is on its
 * way when the screen goes is still kept, and told of where it fails.
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
