import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { Banner, BlockStack, Box, Button, Card, InlineStack, Page, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { bulkFilterSchema } from '#contract/bulk-change.ts';
import { maximumPageSize } from '#contract/limits.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { useFocusOnRefusal } from '../../forms/use-focus-on-refusal.ts';
import { readListQuery } from '../../list/list-query.ts';
import { withoutEmbeddedParameters } from '../../network/embedded-parameters.ts';
import { bulkRequests } from '../../recurring-orders/bulk-requests.ts';
import { bulkEffects, bulkFilterInWords } from '../../recurring-orders/bulk-words.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useNavigateWhileShown } from '../../requests/use-navigate-while-shown.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { BulkFields } from './BulkFields.tsx';
import { bodyOf, type Refusals, type Typed, typedAtFirst } from './bulk-body.ts';

/** GET what can be done to many. The address says to whom: the list's filters, or `contracts` that were ticked. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const { searchParams } = new URL(request.url);
  const ticked = searchParams.get('contracts');
  searchParams.delete('contracts');
  const { query: filter, searchRefused, ignored } = readListQuery(bulkFilterSchema, searchParams);
  const contracts = ticked?.split(',').filter((id) => /^\d{1,20}$/.test(id));
  const isWrong =
    searchRefused ||
    ignored.includes('filter') ||
    contracts?.length === 0 ||
    (contracts?.length ?? 0) > maximumPageSize;
  return {
    options: await orErrorPage(client.getBulkOptions()),
    filter,
    contracts: contracts ?? null,
    isWrong,
    failure: null as string | null,
  };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

/** By the entry of the browser's history, for a merchant who comes back from the preview. */
const typedIn = new Map<string, Typed>();

/** Says what shall be done to many subscriptions, which are previewed next; beyond the specification. */
export default function NewBulkChangePage() {
  const { options, filter, contracts, isWrong, failure } = screen.useData();
  const { key, search } = useLocation();
  const [typed, setTyped] = useState(() => typedIn.get(key) ?? typedAtFirst(options));
  useEffect(() => void typedIn.set(key, typed), [key, typed]);
  const [refusals, setRefusals] = useState<Refusals>({});
  useFocusOnRefusal(refusals);
  const { ask, isAsking, failure: refused } = useResourceRequest();
  const navigate = useNavigateWhileShown();
  const isClickable = useDoubleClickGuard(true);
  const others = listOf(search);

  async function preview() {
    if (isAsking) return;
    const read = bodyOf(typed, options);
    if (read.body === undefined) return setRefusals(read.refusals);
    const body = { change: read.body, filter, ...(contracts !== null && { contracts }) };
    const outcome = await ask(bulkRequests.prepare(body));
    if (outcome.failure === undefined) navigate(`/customers/changes/${outcome.answer.id}`);
  }

  return (
    <Page
      title="Change many subscriptions"
      backAction={{ content: 'Subscribers', url: others }}
      secondaryActions={[{ content: 'Earlier changes', url: '/customers/changes' }]}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        {refused === undefined ? null : (
          <Banner tone={refused.status === 400 ? 'warning' : 'critical'} title={refused.message} />
        )}
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingMd">
              Who
            </Text>
            {isWrong ? (
              <Banner tone="warning" title="We can’t filter the list the way this link asks">
                <p>Choose the subscriptions anew, so that no others are changed.</p>
              </Banner>
            ) : (
              <WrappingText>{bulkFilterInWords(filter, contracts?.length ?? null)}</WrappingText>
            )}
            <InlineStack>
              <Button variant="plain" url={others}>
                Choose others
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="400">
            <Text as="h2" variant="headingMd">
              What
            </Text>
            <BulkFields
              {...{ typed, options, refusals, isAsking }}
              onType={(change) => {
                setTyped((before) => ({ ...before, ...change }));
                setRefusals({});
              }}
            />
            {bulkEffects[typed.change].map((effect) => (
              <Text as="p" key={effect}>
                {effect}
              </Text>
            ))}
            <InlineStack gap="200" blockAlign="center">
              <Button
                variant="primary"
                loading={isAsking}
                disabled={isWrong || !isClickable}
                onClick={() => void preview()}
              >
                Preview
              </Button>
              <Text as="span" tone="subdued">
                Nothing is changed yet.
              </Text>
            </InlineStack>
          </BlockStack>
        </Card>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}

/** The list as it was when these were chosen there. */
function listOf(search: string): string {
  const asked = withoutEmbeddedParameters(search);
  for (const name of ['contracts', 'productName']) asked.delete(name);
  return asked.size === 0 ? '/customers' : `/customers?${asked}`;
}
