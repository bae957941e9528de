import { useRevalidator } from '@remix-run/react';
import { Banner } from '@shopify/polaris';

type Props = { failure: string; text?: string };

/** Above what is shown from before, where it could not be loaded anew. */
export function RefreshFailure({ failure, text = shownBefore }: Props) {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner
      tone="critical"
      title={failure}
      action={{ content: 'Try again', onAction: revalidate, loading: state === 'loading' }}
    >
      <p>{text}</p>
    </Banner>
  );
}

const shownBefore = 'We couldn’t refresh this page. You’re seeing an earlier version.';
