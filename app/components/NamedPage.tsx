import { Page, type PageProps } from '@shopify/polaris';

/**
 * A page that is called what a merchant, a customer or a file is called: the title's longest word must not be wider than a telephone. In a table that
 * would tear every word apart.
 */
export function NamedPage({ children, ...page }: PageProps) {
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Page {...page}>
        <div style={{ overflowWrap: 'break-word' }}>{children}</div>
      </Page>
    </div>
  );
}
