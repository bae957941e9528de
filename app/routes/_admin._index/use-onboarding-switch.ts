import { useEffect, useRef } from 'react';
import { focusHeading } from '../../forms/use-focus-return.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';

type OnboardingSwitch = {
  /** Dismisses onboarding or brings it back, and reloads the screen. */
  turn: (isOnboardingDismissed: boolean) => Promise<void>;
  isTurning: boolean;
  /** Undefined unless the last request failed. */
  failure: string | undefined;
};

/** Hides onboarding or brings it back. The server stores the choice. */
export function useOnboardingSwitch(): OnboardingSwitch {
  const reloadScreen = useRevalidateScreen();
  const { ask, isAsking: isTurning, failure } = useResourceRequest();
  // The pressed button disappears with its screen, so the heading takes the focus.
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
    // A lost answer may hide a success; the reloaded screen shows the truth.
    if (outcome.failure && !isOutcomeUnknown(outcome.failure.status)) return;
    isTurned.current = true;
    reloadScreen();
  };
  return { turn, isTurning, failure: failure?.message };
}
