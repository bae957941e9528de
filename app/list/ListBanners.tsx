import { useRevalidator } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import type { IgnoredPart } from './list-query.ts';
import { ignoredInWords } from './list-words.ts';

type Props = { failure: string | null; ignored: IgnoredPart[] };

/** Above a list: why it could not be loaded, and what its address asks for in vain. */
export function ListBanners({ failure, ignored }: Props) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      {failure === null ? null : (
        <Banner
          tone="critical"
          title={failure}
          action={{ content: 'Try again', onAction: revalidate, loading: state === 'loading' }}
        />
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
