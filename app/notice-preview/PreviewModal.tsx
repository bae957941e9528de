import {
  Badge,
  Banner,
  BlockStack,
  Box,
  InlineStack,
  Modal,
  Spinner,
  Text,
} from '@shopify/polaris';
import { type ReactNode, useRef } from 'react';
import { isBeforeCharge, type NoticeName } from '#contract/notices.ts';
import type { NotificationPreview } from '#contract/notification-preview.ts';
import { channelTexts, titleOf, whyNotSent } from '#contract/notification-texts.ts';
import {
  type Channel,
  type ChannelFlags,
  isChannelEnabled,
  type Providers,
} from '#contract/notifications.ts';
import { useFocusReturn } from '../forms/use-focus-return.ts';
import { useResource } from '../requests/use-resource.ts';
import { SendToMe } from './SendToMe.tsx';

type Props = {
  name: NoticeName;
  /** Which channels are on; undefined for a notice without a switch. */
  flags?: ChannelFlags | undefined;
  onClose: () => void;
};

/** A preview of a notice in every channel that it goes out by, and a way to send it to oneself. */
export function PreviewModal({ name, flags, onClose }: Props) {
  useFocusReturn();
  const { answer: preview, ...asked } = useResource({
    path: `/resources/notifications/preview?notification=${name}`,
    answer: async () =>
      (await import('#contract/notification-preview.ts')).notificationPreviewSchema,
    leavesForUpdate: true,
  });
  const failure = asked.isAsking ? undefined : asked.failure;
  const status = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button goes, and the keyboard stays in the dialog.
    status.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
    asked.reload();
  };
  return (
    <Modal open title={`Preview: ${titleOf(name)}`} onClose={onClose}>
      <Modal.Section>
        <div role="status" aria-live="polite" ref={status}>
          {preview ? <Text as="p">{filledInWith(name, preview)}</Text> : null}
          {preview || failure ? null : <Spinner accessibilityLabel="Loading the preview" />}
        </div>
        {failure ? (
          <Banner
            tone="critical"
            title="We couldn’t load the preview"
            action={{ content: 'Try again', onAction: tryAgain }}
          >
            <p>{failure.message}</p>
          </Banner>
        ) : null}
      </Modal.Section>
      {preview ? <Channels name={name} preview={preview} flags={flags} /> : null}
      {preview ? (
        <Modal.Section>
          <SendToMe
            name={name}
            email={preview.email}
            canSend={preview.providers.email}
            address={preview.address}
          />
        </Modal.Section>
      ) : null}
    </Modal>
  );
}

const exampleTexts: Record<NotificationPreview['reading'], string> = {
  done: 'An example: your store has no orders yet.',
  underWay: 'An example: we’re still reading your orders.',
  failed: 'An example: your orders couldn’t be read.',
};

function filledInWith(name: NoticeName, { order, reading }: NotificationPreview): string {
  const example = order === null ? exampleTexts[reading] : `Filled in with your order ${order}.`;
  return isBeforeCharge(name) ? `${example} The day follows from what’s saved.` : example;
}

function Channels({
  name,
  preview,
  flags,
}: { preview: NotificationPreview } & Pick<Props, 'name' | 'flags'>) {
  const { email, text, push, providers } = preview;
  const isOn = (channel: Channel) => isChannelEnabled(flags, channel);
  const inEmail = (
    <ChannelSection channel="email" providers={providers} isOn={isOn('email')}>
      <BlockStack>
        <Text as="p" breakWord>{`From: ${email.from}`}</Text>
        {email.replyTo === null ? null : (
          <Text as="p" breakWord>{`Reply to: ${email.replyTo}`}</Text>
        )}
        <Text as="p" breakWord>{`Subject: ${email.subject}`}</Text>
      </BlockStack>
      <Box borderColor="border" borderWidth="025" borderRadius="200" overflowX="hidden">
        <iframe
          title="The email"
          sandbox=""
          srcDoc={email.html}
          style={{ display: 'block', width: '100%', height: 520, border: 0 }}
        />
      </Box>
    </ChannelSection>
  );
  if (isBeforeCharge(name)) return inEmail;
  return (
    <>
      {inEmail}
      <ChannelSection channel="text" providers={providers} isOn={isOn('text')}>
        <Bubble>
          <Text as="p" breakWord>
            {text.body}
          </Text>
        </Bubble>
      </ChannelSection>
      <ChannelSection channel="push" providers={providers} isOn={isOn('push')}>
        <Bubble>
          <Text as="p" variant="headingSm" breakWord>
            {push.title}
          </Text>
          <Text as="p" breakWord>
            {push.body}
          </Text>
        </Bubble>
      </ChannelSection>
    </>
  );
}

type SectionProps = {
  channel: Channel;
  providers: Providers;
  isOn: boolean;
  children: ReactNode;
};

function ChannelSection({ channel, providers, isOn, children }: SectionProps) {
  const why = whyNotSent(channel, providers);
  return (
    <Modal.Section>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" variant="headingSm">
            {channelTexts[channel]}
          </Text>
          {isOn ? null : <Badge>Off</Badge>}
          {why === undefined ? null : <Badge tone="attention">{why}</Badge>}
        </InlineStack>
        {children}
      </BlockStack>
    </Modal.Section>
  );
}

function Bubble({ children }: { children: ReactNode }) {
  return (
    <Box background="bg-surface-secondary" borderRadius="300" padding="300" maxWidth="420px">
      {children}
    </Box>
  );
}
