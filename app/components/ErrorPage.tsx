import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Page,
  Spinner,
  Text,
} from '@shopify/polaris';
import { errorTexts } from '#contract/error-texts.ts';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import type { Failure } from '../subscription-api/failure.ts';

/** The way back to a screen that gave way to a failure, and what became of it. */
type WayBack = { content: string; onAction: () => void; text?: string };

type Props = { failure: Failure; back?: WayBack };

/** Specification §2, "Error page": a failed call, or the way out where the app needs new permissions. */
export function ErrorPage({ failure, back }: Props) {
  if (failure.updateUrl !== undefined) return <UpdateRequired url={failure.updateUrl} />;
  return (
    <Page title={failure.title ?? 'Error'} narrowWidth>
      <Card>
        <BlockStack gap="400">
          <Banner tone="critical" title="Something went wrong">
            <p>{failure.message}</p>
          </Banner>
          <Text as="p">If this error persist, contact support</Text>
          {back?.text === undefined ? null : <Text as="p">{back.text}</Text>}
          <InlineStack gap="200">
            {back === undefined ? null : (
              <Button variant="primary" onClick={back.onAction}>
                {back.content}
              </Button>
            )}
            <Button url="/contact-us">Contact us</Button>
          </InlineStack>
        </BlockStack>
      </Card>
    </Page>
  );
}

function UpdateRequired({ url }: { url: string }) {
  useUpdateRedirect(url);
  return (
    <Page title={errorTexts.updateRequired} narrowWidth>
      <Card>
        <InlineStack gap="300" blockAlign="center">
          <Spinner size="small" accessibilityLabel="Loading" />
          <div role="status">
            <Text as="p">Redirecting to the update page...</Text>
          </div>
        </InlineStack>
      </Card>
    </Page>
  );
}
