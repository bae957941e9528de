import { Banner } from '@shopify/polaris';
import type { FailedChoice } from '../../choices/choice-saver.ts';

type Props = {
  /** What could not be changed. */
  title: string;
  failed: FailedChoice | undefined;
  onTryAgain: () => void;
  onGiveUp: () => void;
};

/** Stays where a choice fell back until it is made again, or left as it is (specification §8, "Notifications"). */
export function FailedChoiceBanner({ title, failed, onTryAgain, onGiveUp }: Props) {
  if (failed === undefined) return null;
  return (
    <Banner
      tone="critical"
      title={`${title} was not changed`}
      action={{ content: 'Try again', onAction: onTryAgain }}
      secondaryAction={{ content: 'Leave it as it is', onAction: onGiveUp }}
    >
      <p>{failed.message}</p>
    </Banner>
  );
}
