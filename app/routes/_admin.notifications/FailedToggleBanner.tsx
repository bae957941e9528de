import { Banner } from '@shopify/polaris';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { FailedToggle } from '../../requests/optimistic-toggles.ts';

type Props = {
  /** The title of the setting that couldn't be changed. */
  title: string;
  failed: FailedToggle | undefined;
  onTryAgain: () => void;
  onGiveUp: () => void;
};

/** Stays where a choice fell back until it is made again, or left as it is (specification §8, "Notifications"). */
export function FailedToggleBanner({ title, failed, onTryAgain, onGiveUp }: Props) {
  if (failed === undefined) return null;
  return (
    <FocusKeeper>
      <Banner
        tone="critical"
        title={`${title} wasn’t changed`}
        action={{ content: 'Try again', onAction: onTryAgain }}
        secondaryAction={{ content: 'Leave it as it is', onAction: onGiveUp }}
      >
        <p>{failed.message}</p>
      </Banner>
    </FocusKeeper>
  );
}

/** Gives the keyboard to the checkbox before it, where it had it when it goes. */
function FocusKeeper({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
      const isBefore = (box: HTMLInputElement) =>
        (element.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      boxes.findLast(isBefore)?.focus();
    };
  }, []);
  return <div ref={place}>{children}</div>;
}
