import { useFetcher } from '@remix-run/react';
import { History, Redirect } from '@shopify/app-bridge/actions/index.js';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Card, InlineStack, Page, Spinner, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import type { MagicLink } from '#contract/magic-link.ts';

/**
 * Specification §2, "Redirect page": asks its route for a magic link by POST and leaves the admin for it. A failure is the
 * route's error page.
 */
export function RedirectPage() {
  const bridge = useAppBridge();
  const { submit, data } = useFetcher<MagicLink>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    submit(null, { method: 'post' });
  }, [submit]);

  const url = data?.url;
  useEffect(() => {
    if (url === undefined) return;
    // Back would lead here and out again: in the admin's history the app's home takes this page's place.
    History.create(bridge).dispatch(History.Action.REPLACE, '/');
    Redirect.create(bridge).dispatch(Redirect.Action.REMOTE, url);
  }, [bridge, url]);

  return (
    <Page narrowWidth>
      <Card>
        <InlineStack gap="300" blockAlign="center">
          <Spinner size="small" accessibilityLabel="Loading" />
          <div role="status">
            <Text as="h1" variant="headingMd">
              Redirecting...
            </Text>
          </div>
        </InlineStack>
      </Card>
    </Page>
  );
}
