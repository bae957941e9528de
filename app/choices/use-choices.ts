import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAdmin } from '../bridge/admin.ts';
import { leaveForUpdate, useUpdateRedirect } from '../bridge/update-redirect.ts';
import {
  type ChoiceCalls,
  type ChoiceSaver,
  type ChoiceState,
  createChoiceSaver,
} from './choice-saver.ts';

/** Where a screen's saver is found again by a merchant who comes back before all is kept: two would overtake each other. */
export type SaverPlace<Group> = { saver?: ChoiceSaver<Group> };

/**
 * Choices of a screen that show at once (see choice-saver.ts). Leaves for where the merchant grants what is missing. What is on its
 * way when the screen goes is still kept, and told of where it fails.
 */
export function useChoices<Group>(
  calls: ChoiceCalls<Group>,
  place: SaverPlace<Group>,
): ChoiceState<Group> & Pick<ChoiceSaver<Group>, 'choose' | 'tryAgain' | 'giveUp'> {
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  const connect = useAdmin();
  const [saver] = useState(() => {
    if (place.saver?.isSaving()) return place.saver;
    return createChoiceSaver<Group>({
      save: (...given) => latest.current.save(...given),
      read: (...given) => latest.current.read(...given),
      onKept: (...given) => latest.current.onKept(...given),
      onUnseenFailure: (group, failure) => {
        latest.current.onUnseenFailure(group, failure);
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
  return { ...state, choose: saver.choose, tryAgain: saver.tryAgain, giveUp: saver.giveUp };
}
