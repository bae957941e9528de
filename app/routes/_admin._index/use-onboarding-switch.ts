import { useEffect, useRef } from 'react';
import { focusHeading } from '../../forms/use-focus-return.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
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
  const reloadScreen = useRevalidateScreen();
  const { ask, isAsking: isTurning, failure } = useResourceRequest();
  // The pressed button leaves with its screen.
  const isTurned = useRef(false);
  useEffect(
    () => () => {
      if (isTurned.current) focusHeading();
    },
    [],
  );
  const turn = async (isOnboardingDismissed: boolean) => {
    isTurned.current = false;
    const outcome = await ask({
      method: 'POST',
      path: '/resources/home/onboarding',
      body: { isOnboardingDismissed },
      answer: async () => (await import('#contract/proposed-vendor.ts')).proposedVendorSchema,
    });
    // Without an answer it may have been done all the same: then the screen that comes has what was turned.
    if (outcome.failure && !isOutcomeUnknown(outcome.failure.status)) return;
    isTurned.current = true;
    reloadScreen();
  };
  return { turn, isTurning, failure: failure?.message };
}
