import { Banner } from '@shopify/polaris';
import type { Failure } from '../../subscription-api/failure.ts';

type Props = {
  title: string;
  failure: Failure | undefined;
  isAsking: boolean;
  onTryAgain: () => void;
};

/** Shown if a section's data couldn't be loaded. */
export function FailedCheck({ title, failure, isAsking, onTryAgain }: Props) {
  if (failure === undefined) return null;
  return (
    <Banner
      tone="critical"
      title={title}
      action={{ content: 'Try again', loading: isAsking, onAction: onTryAgain }}
    >
      <p>{failure.message}</p>
    </Banner>
  );
}
