import { Card, Page } from '@shopify/polaris';
import { IllustratedEmptyState } from './IllustratedEmptyState.tsx';
import illustration from './illustrations/not-found.svg?inline';

/** Specification §2, "Not-found page". */
export function NotFoundPage({ home = '/' }: { home?: string }) {
  return (
    <Page narrowWidth>
      <Card>
        <IllustratedEmptyState
          heading="There is no page at this address"
          image={illustration}
          action={{ content: 'Go to home', url: home }}
        >
          <p>Check the URL and try again, or use the search bar to find what you need.</p>
        </IllustratedEmptyState>
      </Card>
    </Page>
  );
}
