import { useRevalidator } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import type { IgnoredPart } from './list-query.ts';
import { ignoredInWords } from './list-words.ts';

type Props = {
  failure: string | null;
  ignored: IgnoredPart[];
  /** Earlier rows stay below a failure. */
  hasRows: boolean;
};

/** Above a list: why it couldn't be loaded, and which parts of its address were ignored. */
export function ListBanners({ failure, ignored, hasRows }: Props) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      {failure === null ? null : (
        <Banner
          tone="critical"
          title={failure}
          action={{ content: 'Try again', onAction: revalidate, loading: state === 'loading' }}
        >
          {hasRows ? <p>We couldn’t refresh this list. You’re seeing an earlier version.</p> : null}
        </Banner>
      )}
      {ignored.length === 0 ? null : (
        <Banner tone="warning">
          {ignored.map((part) => (
            <p key={part}>{ignoredInWords[part]}</p>
          ))}
        </Banner>
      )}
    </>
  );
}
