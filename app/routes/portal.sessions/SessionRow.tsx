import { Form } from '@remix-run/react';
import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';

/** A browser in which the portal is open, in words. */
export type ShownSession = {
  id: string;
  isCurrent: boolean;
  browser: string;
  opened: string;
  closes: string;
};

type Props = { session: ShownSession; isEnding: boolean };

/** One open session, with the button that ends it where it is another browser's. */
export function SessionRow({ session, isEnding }: Props) {
  const { id, browser, isCurrent, opened, closes } = session;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="300">
      <BlockStack gap="100">
        {/* InlineStack inherits `align` from the one around it. */}
        <InlineStack align="start" gap="200" blockAlign="center">
          <Text as="h2" variant="headingSm">
            {browser}
          </Text>
          {isCurrent ? <Badge tone="info">This browser</Badge> : null}
        </InlineStack>
        <Text as="p" tone="subdued">
          Opened {opened}, closes {closes}
        </Text>
      </BlockStack>
      {isCurrent ? null : (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <Button
            submit
            loading={isEnding}
            accessibilityLabel={`End the session in ${browser}, opened ${opened}`}
          >
            End
          </Button>
        </Form>
      )}
    </InlineStack>
  );
}
