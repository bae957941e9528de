import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { BlockStack, Button, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import { formatDay, formatInstant } from '#contract/format.ts';
import {
  type PutOffAnswer,
  type PuttableOff,
  putOffQuerySchema,
  putOffSchema,
} from '#contract/scale.ts';
import { putOffPath } from '#contract/scale-paths.ts';
import { MessagePage } from '../components/MessagePage.tsx';
import { WrappingText } from '../components/WrappingText.tsx';
import { failureForCustomer, isNotFound } from '../subscription-api/failure.ts';
import { customerClient } from '../subscription-api/outside-clients.server.ts';

function customerFailure(error: unknown): Response {
  const { message, ...init } = failureForCustomer(error);
  return json({ message }, init);
}

/** The link of a mail about an order by use. Reading it changes nothing, because mail scanners open links before people do. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = putOffQuerySchema.safeParse({
    order: new URL(request.url).searchParams.get('order'),
  });
  const nothing: { order: string; found: PuttableOff | null } = { order: '', found: null };
  if (!query.success) return json(nothing, 404);
  try {
    const found = await customerClient.getPutOff({ query: query.data });
    return json({ order: query.data.order, found });
  } catch (error) {
    if (isNotFound(error)) return json(nothing, 404);
    throw customerFailure(error);
  }
}

/** POST puts the order off, once. */
export async function action({ request }: ActionFunctionArgs) {
  // Scanners of mail send what is no form, too.
  const form = await request.formData().catch(() => new FormData());
  const days = form.get('days');
  const body = putOffSchema.safeParse({
    order: form.get('order'),
    ...(typeof days === 'string' && { days: Number(days) }),
  });
  const nothing: { done: PutOffAnswer | null } = { done: null };
  if (!body.success) return json(nothing, 404);
  try {
    return json({ done: await customerClient.putOff({ body: body.data }) });
  } catch (error) {
    if (isNotFound(error)) return json(nothing, 404);
    throw customerFailure(error);
  }
}

export const meta = () => [{ title: 'Put an order off' }, { name: 'robots', content: 'noindex' }];

export default function PutOffPage() {
  const { order, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [isSent, setSent] = useState(false);
  if (answer?.done) return <PutOff {...answer.done} />;
  if (found === null || answer !== undefined) {
    return (
      <MessagePage
        title="This link was already used or has expired"
        text="Your order may have been charged or put off. If something is wrong, please reply to the email, or contact the store."
      />
    );
  }
  const { shopName, items, chargedFrom, timeZone, choices, nextFrom } = found;
  // The link is good for once: a second click would be told that it was used.
  const form = { order, isSent, onSend: () => setSent(true) };
  return (
    <MessagePage title="Put your order off">
      <Text as="p">
        {`${shopName} charges your next order on ${formatInstant(timeZone, chargedFrom)}:`}
      </Text>
      <List>
        {items.map((item) => (
          <List.Item key={item}>
            <WrappingText>{item}</WrappingText>
          </List.Item>
        ))}
      </List>
      <BlockStack gap="200">
        {choices.map(({ days, day }) => (
          <Choice
            key={days}
            {...form}
            days={days}
            words={`To ${formatDay(day)}, by ${days === 1 ? 'one day' : `${days} days`}`}
          />
        ))}
        <Choice {...form} words={`Until you run low again, not before ${formatDay(nextFrom)}`} />
      </BlockStack>
    </MessagePage>
  );
}

type ChoiceProps = {
  order: string;
  days?: number;
  words: string;
  isSent: boolean;
  onSend: () => void;
};

function Choice({ order, days, words, isSent, onSend }: ChoiceProps) {
  // With the order, so that whoever tries again after a failure finds their link.
  const address = `${putOffPath}?${new URLSearchParams({ order })}`;
  return (
    <Form method="post" action={address} reloadDocument onSubmit={onSend}>
      <input type="hidden" name="order" value={order} />
      {days === undefined ? null : <input type="hidden" name="days" value={days} />}
      <Button submit fullWidth disabled={isSent}>
        {words}
      </Button>
    </Form>
  );
}

function PutOff({ day, nextFrom }: PutOffAnswer) {
  return day === null ? (
    <MessagePage
      title="Your order is put off"
      text={`Nothing is charged now. Your next order comes when you run low again, not before ${formatDay(nextFrom)}.`}
    />
  ) : (
    <MessagePage
      title="Your order is put off"
      text={`It is charged on ${formatDay(day)} instead. We’ll tell you again before.`}
    />
  );
}
