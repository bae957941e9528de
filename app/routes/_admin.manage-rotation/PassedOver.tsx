import { BlockStack, Button, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { formatDay } from '#contract/format.ts';
import type { PassedOverList } from '#contract/rotation.ts';
import { useResource } from '../../requests/use-resource.ts';

const perPage = 10;

/** Customers for whom a product of the rotation was passed over; beyond the specification. */
export function PassedOver({ productId }: { productId: string }) {
  const [place, setPlace] = useState('');
  const { answer, failure, isAsking, reload } = useResource<PassedOverList>({
    path: `/resources/manage-rotation/${encodeURIComponent(productId)}/passed-over?first=${perPage}${place}`,
    answer: async () => (await import('#contract/rotation.ts')).passedOverListSchema,
  });
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = answer?.pageInfo ?? {};
  const goTo = (name: 'after' | 'before', cursor: string | null | undefined) =>
    setPlace(`&${name}=${encodeURIComponent(cursor ?? '')}`);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Passed over
        </Text>
        {answer?.passedOver.map((one) => (
          <BlockStack key={one.id} gap="100">
            <Text as="p" fontWeight="semibold">
              <Link url={`/customers/${one.contract}`} removeUnderline>
                {one.customer ?? 'Unknown customer'}
              </Link>
            </Text>
            <Text as="p">
              {`${one.passedOver} was passed over. ${one.sent} was chosen instead.`}
            </Text>
            {one.day === null ? null : (
              <Text as="p" tone="subdued">{`Order of ${formatDay(one.day)}`}</Text>
            )}
          </BlockStack>
        ))}
        <div role="status">
          {failure !== undefined ? (
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p">We can’t show who was touched right now.</Text>
              <Button loading={isAsking} onClick={reload}>
                Try again
              </Button>
            </BlockStack>
          ) : answer === undefined ? (
            <Text as="p" tone="subdued">
              Loading who was touched…
            </Text>
          ) : answer.passedOver.length === 0 ? (
            <Text as="p" tone="subdued">
              Nobody’s coffee has been passed over.
            </Text>
          ) : null}
        </div>
        {hasNextPage || hasPreviousPage ? (
          <InlineStack gap="200">
            <Button
              disabled={hasPreviousPage !== true || isAsking}
              onClick={() => goTo('before', startCursor)}
            >
              Later
            </Button>
            <Button
              disabled={hasNextPage !== true || isAsking}
              onClick={() => goTo('after', endCursor)}
            >
              Earlier
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Card>
  );
}
