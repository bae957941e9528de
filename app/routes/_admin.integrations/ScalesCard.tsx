import { Badge, BlockStack, Button, Card, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment } from 'react';
import { formatDayIn, formatInstant } from '#contract/format.ts';
import type { Scale, ScaleList } from '#contract/scale.ts';
import { WrappingText } from '../../components/WrappingText.tsx';

type Props = {
  list: ScaleList;
  /** The address of the preview of what customers are told. */
  previewUrl: string;
  onAdd: () => void;
  onSetHours: () => void;
  onRevoke: (scale: Scale) => void;
};

/** Scales that order for usage-based subscriptions, each with a token of its own. */
export function ScalesCard({ list, previewUrl, onAdd, onSetHours, onRevoke }: Props) {
  const { scales, noticeHours, hasMailServer, timeZone } = list;
  const hours = noticeHours === 1 ? 'an hour' : `${noticeHours} hours`;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              Scales
            </Text>
            <Badge>{scales.length === 0 ? 'None' : String(scales.length)}</Badge>
          </InlineStack>
          <Button onClick={onAdd}>Add scale</Button>
        </InlineStack>
        <Text as="p" tone="subdued">
          A scale orders for usage-based subscriptions when a customer runs low, with a token that
          you make here.
        </Text>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="p">
            {hasMailServer
              ? `Customers are told ${hours} before they’re charged, and can put the order off.`
              : `Customers are charged ${hours} after the scale orders. They aren’t told before, and can’t put the order off, as Cadence has no mail server.`}
          </Text>
          <InlineStack gap="300">
            {hasMailServer ? (
              <Button variant="plain" accessibilityLabel="Preview the email" url={previewUrl}>
                Preview
              </Button>
            ) : null}
            <Button variant="plain" accessibilityLabel="Change the hours" onClick={onSetHours}>
              Change
            </Button>
          </InlineStack>
        </InlineStack>
        {scales.map((scale) => (
          <Fragment key={scale.id}>
            <Divider />
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <BlockStack gap="100">
                <Text as="h3" variant="headingSm">
                  <WrappingText>{scale.name}</WrappingText>
                </Text>
                <Text as="p" tone="subdued">
                  {`Added ${formatDayIn(timeZone, scale.createdAt)}. ${usedInWords(scale, timeZone)}`}
                </Text>
              </BlockStack>
              <Button
                tone="critical"
                accessibilityLabel={`Revoke ${scale.name}`}
                onClick={() => onRevoke(scale)}
              >
                Revoke
              </Button>
            </InlineStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

const usedInWords = ({ usedAt }: Scale, timeZone: string) =>
  usedAt === null ? 'Never used.' : `Last used ${formatInstant(timeZone, usedAt)}.`;
