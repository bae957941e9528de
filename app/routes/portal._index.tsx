import { BlockStack, Box, Card, InlineGrid, Link, Page, Text } from '@shopify/polaris';
import { pageTitle } from '../portal/page-title.ts';
import { portalMenuItems } from '../portal/portal-menu-items.ts';

export { signedInOnly as loader } from '../portal/authenticate-portal.server.ts';

export const meta = pageTitle('Overview');

export default function PortalOverview() {
  return (
    <Page title="Overview">
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        {portalMenuItems.map(({ label, url, about }) =>
          about === undefined ? null : (
            <Card key={url}>
              <BlockStack gap="200">
                <Text as="h2" variant="headingMd">
                  <Link url={url} removeUnderline>
                    {label}
                  </Link>
                </Text>
                <Text as="p">{about}</Text>
              </BlockStack>
            </Card>
          ),
        )}
      </InlineGrid>
      <Box paddingBlockEnd="400" />
    </Page>
  );
}
