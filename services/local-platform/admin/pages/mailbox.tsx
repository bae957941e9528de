import {
  BlockStack,
  Box,
  Button,
  Card,
  Divider,
  InlineStack,
  Link,
  Page,
  Text,
} from '@shopify/polaris';
import { useState } from 'react';
import { Section } from '../display/section.tsx';
import { formatTime } from '../formats.ts';
import { loadMails, type ReceivedMail } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { ErrorBanner, PageLoading } from '../shell/page-states.tsx';
import { useStore, useTitle } from '../shell/store-context.tsx';

/** The emails of the app and the platform; this machine keeps all of them instead of sending them. */
export default function MailboxPage() {
  const { handle } = useStore();
  const mails = useLoaded(`mails ${handle}`, (signal) => loadMails(handle, signal));
  const [openId, setOpenId] = useState<string | null>(null);
  useTitle('Mailbox');
  if (mails.data === null && mails.error === null) return <PageLoading title="Mailbox" />;
  const open = mails.data?.find(({ id }) => id === openId) ?? mails.data?.[0];
  return (
    <Page
      title="Mailbox"
      subtitle="Every email and text message that the app sent on this machine, to whomever it was"
      secondaryActions={[{ content: 'Reload', onAction: mails.reload }]}
    >
      <BlockStack gap="400">
        {mails.error !== null && (
          <ErrorBanner
            title="The emails couldn’t be loaded"
            message={mails.error}
            onRetry={mails.reload}
          />
        )}
        {mails.data?.length === 0 && (
          <Section title="No emails yet" text="What the app sends shows here at once." />
        )}
        {mails.data && open && (
          <Card padding="0">
            {mails.data.map((mail, index) => (
              <MailRow
                key={mail.id}
                mail={mail}
                isFirst={index === 0}
                isOpen={mail.id === open.id}
                onOpen={() => setOpenId(mail.id)}
              />
            ))}
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

type RowProps = { mail: ReceivedMail; isFirst: boolean; isOpen: boolean; onOpen: () => void };

function MailRow({ mail, isFirst, isOpen, onOpen }: RowProps) {
  const { subject, to, receivedAt } = mail;
  return (
    <>
      {isFirst ? null : <Divider />}
      <Box padding="300" {...(isOpen && { background: 'bg-surface-selected' })}>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <BlockStack>
            <Text as="span" variant="headingSm" breakWord>
              {subject}
            </Text>
            <Text as="span" tone="subdued" breakWord>
              {`To ${to.join(', ')}, ${formatTime(receivedAt)}`}
            </Text>
          </BlockStack>
          <Button onClick={onOpen} pressed={isOpen} accessibilityLabel={`Open ${subject}`}>
            Open
          </Button>
        </InlineStack>
      </Box>
      {isOpen ? <OpenMail mail={mail} /> : null}
    </>
  );
}

function OpenMail({ mail: { subject, from, replyTo, to, html, text } }: { mail: ReceivedMail }) {
  return (
    <Section title={subject}>
      <Text as="p" breakWord>{`From ${from}`}</Text>
      {replyTo === null ? null : <Text as="p" breakWord>{`Reply to ${replyTo}`}</Text>}
      <Text as="p" breakWord>{`To ${to.join(', ')}`}</Text>
      {html === '' ? null : (
        <>
          {/* Shows an email's HTML without running anything in it. */}
          <iframe className="PagePreview" title="The email" sandbox="" srcDoc={html} />
          <Text as="h3" variant="headingSm">
            Without HTML
          </Text>
        </>
      )}
      <Text as="p" breakWord>
        <span style={{ whiteSpace: 'pre-wrap' }}>
          {text.split(/(https?:\/\/\S+)/).map((part, index) =>
            // Every second part is an address.
            index % 2 === 0 ? (
              part
            ) : (
              <Link key={part} url={part} target="_blank">
                {part}
              </Link>
            ),
          )}
        </span>
      </Text>
    </Section>
  );
}
