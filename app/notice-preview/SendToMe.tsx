import {
  Banner,
  BlockStack,
  Button,
  Form,
  FormLayout,
  InlineStack,
  Text,
  TextField,
} from '@shopify/polaris';
import { useState } from 'react';
import type { NoticeName } from '#contract/notices.ts';
import type { NotificationPreview } from '#contract/notification-preview.ts';
import { testsPerHour } from '#contract/notifications.ts';
import { createIdempotentSender } from '../requests/idempotent-sender.ts';
import { useResourceRequest } from '../requests/use-resource.ts';
import { isOutcomeUnknown } from '../subscription-api/failure.ts';

type Props = {
  name: NoticeName;
  /** The email's content, if it is loaded. A changed one counts as another email. */
  email: NotificationPreview['email'];
  canSend: boolean;
  /** The merchant's own address, if it is known. */
  address: string;
};

const once = createIdempotentSender();

/** Sends the email of a notification to the merchant, or says plainly that nothing can be sent. */
export function SendToMe({ name, email, canSend, address }: Props) {
  const [to, setTo] = useState(address);
  const [sentTo, setSentTo] = useState<string>();
  const { ask, isAsking, failure } = useResourceRequest();
  const [isUnknown, setUnknown] = useState(false);
  const send = async () => {
    // The button isn't disabled while sending, nor is Enter in the field.
    if (isAsking) return;
    setSentTo(undefined);
    const body = { notification: name, to };
    const sent = await once(
      JSON.stringify([body, email]),
      (idempotencyKey) =>
        ask({
          method: 'POST',
          path: '/resources/notifications/preview',
          body,
          idempotencyKey,
          answer: async () => (await import('#contract/notification-preview.ts')).sentTestSchema,
        }),
      mayHaveBeenSent,
    );
    setUnknown(sent.isUnknown);
    setSentTo(sent.answer?.sentTo);
  };
  const isAddressWrong = failure?.status === 400 || failure?.status === 422;
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        Send to me
      </Text>
      {canSend ? (
        <Form onSubmit={send} noValidate>
          <FormLayout>
            <TextField
              label="Your email"
              type="email"
              inputMode="email"
              autoComplete="email"
              value={to}
              onChange={setTo}
              error={isAddressWrong ? failure.message : undefined}
              helpText={`Sends a test to this address only, up to ${testsPerHour} an hour.`}
            />
            <InlineStack>
              <Button submit>{isAsking ? 'Sending...' : 'Send to me'}</Button>
            </InlineStack>
          </FormLayout>
        </Form>
      ) : (
        <Text as="p">
          Cadence can’t send emails yet, because it has no mail server. Whoever runs Cadence can set
          one with SMTP_URL.
        </Text>
      )}
      {failure && !isAddressWrong ? (
        <Banner
          tone="critical"
          title={isUnknown ? 'It may or may not have been sent' : 'Your test wasn’t sent'}
        >
          <p>{failure.message}</p>
        </Banner>
      ) : null}
      <div role="status" aria-live="polite">
        <Text as="span" visuallyHidden>
          {isAsking ? 'Sending...' : isAddressWrong ? failure.message : undefined}
        </Text>
        {sentTo === undefined ? null : (
          <Banner tone="success" title={`Sent to ${sentTo}`}>
            <p>Check your inbox in a moment.</p>
          </Banner>
        )}
      </div>
    </BlockStack>
  );
}

function mayHaveBeenSent(status: number): boolean {
  // The API's word for an email of which nothing was sent.
  return status !== 503 && isOutcomeUnknown(status);
}
