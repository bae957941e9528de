import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import {
  type ChoiceCalls,
  type ChoiceSaver,
  type ChoiceState,
  createChoiceSaver,
} from './choice-saver.ts';

/**
 * Choices of a screen that show at once (see choice-saver.ts). Leaves for where the merchant grants what is missing. What is on its
 * way when the screen goes is still kept.
 */
export function useChoices<Group>(
  calls: ChoiceCalls<Group>,
): ChoiceState<Group> & Pick<ChoiceSaver<Group>, 'choose' | 'tryAgain' | 'giveUp'> {
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  const [saver] = useState(() =>
    createChoiceSaver<Group>({
      save: (...given) => latest.current.save(...given),
      read: (...given) => latest.current.read(...given),
      onKept: (...given) => latest.current.onKept(...given),
    }),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  const failures = [...state.failed.values()];
  useUpdateRedirect(failures.find(({ updateUrl }) => updateUrl !== undefined)?.updateUrl);
  return { ...state, choose: saver.choose, tryAgain: saver.tryAgain, giveUp: saver.giveUp };
}
