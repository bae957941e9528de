import { Card, EmptyState, Page } from '@shopify/polaris';

/** Specification §2, "Not-found page". */
export function NotFoundPage() {
  return (
    <Page narrowWidth>
      <Card>
        <EmptyState
          heading="There is no page at this address"
          image="/not-found.svg"
          action={{ content: 'Go to home', url: '/' }}
        >
          <p>Check the URL and try again, or use the search bar to find what you need.</p>
        </EmptyState>
      </Card>
    </Page>
  );
}
