import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, Icon, InlineStack, Link, Page, Text } from '@shopify/polaris';
import { ChatIcon, EmailIcon } from '@shopify/polaris-icons';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { environment } from '../environment.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  return json({ email: environment.supportEmail, phone: environment.supportPhone });
}

/** Specification §2, "Contact page". */
export default function ContactPage() {
  const { email, phone } = useLoaderData<typeof loader>();
  const ways = [
    { icon: EmailIcon, label: 'Email support', text: email, url: `mailto:${email}` },
    {
      icon: ChatIcon,
      label: 'Text message',
      text: phone,
      url: `sms:${phone.replace(/[^+\d]/g, '')}`,
    },
  ];
  return (
    <Page title="Have any queries?" narrowWidth>
      <Card>
        <BlockStack gap="400">
          {ways.map((way) => (
            <InlineStack key={way.label} gap="300" blockAlign="center" wrap={false}>
              <span>
                <Icon source={way.icon} tone="subdued" />
              </span>
              <BlockStack>
                <Text as="span" variant="headingSm">
                  {way.label}
                </Text>
                <Link url={way.url}>{way.text}</Link>
              </BlockStack>
            </InlineStack>
          ))}
        </BlockStack>
      </Card>
    </Page>
  );
}
