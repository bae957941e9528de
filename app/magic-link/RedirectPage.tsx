import { useFetcher } from '@remix-run/react';
import { Card, InlineStack, Page, Spinner, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { MagicLink } from '#contract/magic-link.ts';
import { useAdmin } from '../bridge/admin.ts';

/**
 * Specification §2, "Redirect page": asks its route for a magic link by POST and leaves the admin for it. A failure is the
 * route's error page.
 */
export function RedirectPage() {
  const connect = useAdmin();
  const { submit, data } = useFetcher<MagicLink>();
  const isAsked = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    submit(null, { method: 'post' });
  }, [submit]);

  const url = data?.url;
  useEffect(() => {
    if (url === undefined) return;
    connect().then(
      // Back would lead here and out again.
      (admin) => admin.leaveFor(url, { instead: '/' }),
      () => setFailed(true),
    );
  }, [connect, url]);
  if (hasFailed) throw new Error(errorTexts.serverError);

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
