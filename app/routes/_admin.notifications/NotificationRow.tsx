import { Badge, BlockStack, Box, Button, Checkbox, InlineStack, Text } from '@shopify/polaris';
import { type ReactNode, useId } from 'react';
import { isParcelNotice } from '#contract/notices.ts';
import {
  channelTexts,
  notificationTexts,
  whyNotSent,
  whyNotSentThoughOn,
} from '#contract/notification-texts.ts';
import {
  type Channel,
  type ChannelFlags,
  changedFlags,
  channels,
  contactSupport,
  isEnabled,
  mayBeOn,
  type NotificationName,
  type Providers,
} from '#contract/notifications.ts';

type Props = {
  name: NotificationName;
  /** The saved flags; undefined if nobody ever changed them. */
  kept: ChannelFlags | undefined;
  /** The merchant's choices that aren't saved yet. */
  chosen: ChannelFlags | undefined;
  isLocked: boolean;
  providers: Providers;
  /** Whether Shopify tells what becomes of parcels. */
  hearsOfParcels: boolean;
  /** The address of its preview. */
  previewUrl: string;
  onChoose: (flags: ChannelFlags) => void;
  children: ReactNode;
};

function SentBadge({ isOn, sentBy }: { isOn: boolean; sentBy: readonly Channel[] }) {
  if (!isOn) return <Badge>Off</Badge>;
  if (sentBy.length > 0) {
    const words = sentBy.map((channel) => channelTexts[channel].toLowerCase());
    return <Badge tone="success">{`Sent by ${words.join(' and ')}`}</Badge>;
  }
  return <Badge tone="attention">Not sent</Badge>;
}

/** A notification with its channels. */
export function NotificationRow(props: Props) {
  const { name, kept, chosen, isLocked, providers, hearsOfParcels, onChoose } = props;
  const { title, trigger } = notificationTexts[name];
  const id = useId();
  const flags = changedFlags(kept, chosen ?? {});
  const isOn = isEnabled(flags);
  const isPartly = isOn && !flags.all;
  const isHeardOf = hearsOfParcels || !isParcelNotice(name);
  const sentBy = channels.filter((channel) => isHeardOf && providers[channel] && flags[channel]);
  const offered = channels.filter((channel) => mayBeOn(flags, channel, providers));
  const noteOf = (channel: Channel) => {
    const why = whyNotSent(channel, providers);
    if (isLocked || why === undefined) return undefined;
    // Beside a box that can't be checked, Polaris would make it too pale to read.
    return (
      <Text as="span" tone="subdued">
        {flags[channel] ? whyNotSentThoughOn(why) : why}
      </Text>
    );
  };
  return (
    <Box as="section" padding="400" aria-labelledby={`${id}title`}>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="start" gap="200" wrap={false}>
          <BlockStack gap="100">
            <InlineStack align="start" gap="200" blockAlign="center">
              <Text as="h3" variant="headingSm" id={`${id}title`}>
                {title}
              </Text>
              {isLocked ? (
                <Badge>Sent by your fulfillment</Badge>
              ) : (
                <SentBadge isOn={isOn} sentBy={sentBy} />
              )}
            </InlineStack>
            <Text as="p" tone="subdued" id={`${id}trigger`}>
              {trigger}
            </Text>
          </BlockStack>
          <span style={{ flexShrink: 0 }}>
            <Button url={props.previewUrl} accessibilityLabel={`Preview: ${title}`}>
              Preview
            </Button>
          </span>
        </InlineStack>
        <fieldset
          aria-labelledby={`${id}title`}
          aria-describedby={`${id}${isLocked ? 'note' : 'trigger'}`}
          style={{ border: 0, margin: 0, padding: 0 }}
        >
          <InlineStack gap="400" blockAlign="start">
            <Checkbox
              label="All"
              checked={isPartly ? 'indeterminate' : flags.all}
              disabled={isLocked || offered.length === 0}
              onChange={() => {
                const on = offered.some((channel) => !flags[channel]);
                onChoose(Object.fromEntries((on ? offered : channels).map((each) => [each, on])));
              }}
            />
            {channels.map((channel) => (
              <Checkbox
                key={channel}
                label={channelTexts[channel]}
                helpText={noteOf(channel)}
                checked={flags[channel]}
                disabled={isLocked || !offered.includes(channel)}
                onChange={(on) => onChoose({ [channel]: on })}
              />
            ))}
          </InlineStack>
        </fieldset>
        {isLocked ? (
          <Text as="p" tone="subdued" id={`${id}note`}>
            {contactSupport}
          </Text>
        ) : null}
        {props.children}
      </BlockStack>
    </Box>
  );
}
