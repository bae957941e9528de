import { useEffect, useRef, useState } from 'react';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { focusHeading } from '../../forms/use-focus-return.ts';
import { ResourceError, requestResource } from '../../resource-routes/request-resource.ts';
import { useReloadScreen } from '../../screen-data/use-reload-screen.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';

export type OnboardingSwitch = {
  /** Dismisses onboarding or brings it back, and loads the screen anew. */
  turn: (isOnboardingDismissed: boolean) => Promise<void>;
  isTurning: boolean;
  /** Why it failed; undefined where it did not. */
  failure: string | undefined;
};

/** Puts onboarding out of the merchant's way, or back into it. The server keeps which. */
export function useOnboardingSwitch(): OnboardingSwitch {
  const reloadScreen = useReloadScreen();
  const [isTurning, setTurning] = useState(false);
  const [failure, setFailure] = useState<ResourceError>();
  useUpdateRedirect(failure?.updateUrl);
  // What was pressed goes with its screen.
  const isTurned = useRef(false);
  useEffect(
    () => () => {
      if (isTurned.current) focusHeading();
    },
    [],
  );
  const turn = async (isOnboardingDismissed: boolean) => {
    setTurning(true);
    setFailure(undefined);
    isTurned.current = false;
    try {
      await requestResource({
        method: 'POST',
        path: '/onboarding',
        body: { isOnboardingDismissed },
        answer: async () => anyAnswer,
      });
      isTurned.current = true;
      reloadScreen();
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      setFailure(error);
      if (isOutcomeUnknown(error.status)) {
        // It may have been done: then the screen that comes has what was turned.
        isTurned.current = true;
        reloadScreen();
      }
    } finally {
      setTurning(false);
    }
  };
  return { turn, isTurning, failure: failure?.message };
}
