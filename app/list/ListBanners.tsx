import { useRevalidator } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import type { IgnoredPart } from './list-query.ts';
import { ignoredInWords } from './list-words.ts';

type Props = {
  failure: string | null;
  ignored: IgnoredPart[];
  /** Rows of before stand below a failure. */
  hasRows: boolean;
};

/** Above a list: why it could not be loaded, and what its address asks for in vain. */
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
