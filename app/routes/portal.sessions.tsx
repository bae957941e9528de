import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Divider,
  InlineStack,
  Page,
  Text,
} from '@shopify/polaris';
import { Fragment } from 'react';
import { portalPath } from '#contract/portal-paths.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { browserInWords } from '../portal/browser-in-words.ts';
import { momentInWords } from '../portal/moment-in-words.ts';
import { dropPortalToken } from '../portal/portal-cookie.server.ts';
import { titled } from '../portal/titled.ts';
import { ApiError } from '../subscription-api/errors.ts';
import { failureResponse, orErrorPage } from '../subscription-api/failure.ts';

const sessionsPath = `${portalPath}/sessions`;

/** GET the browsers in which the shop's portal is open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const { sessions } = await orErrorPage(client.listPortalSessions());
  return json({
    sessions: sessions.map(({ id, isCurrent, userAgent, createdAt, expiresAt }) => ({
      id,
      isCurrent,
      browser: browserInWords(userAgent),
      opened: momentInWords(createdAt),
      closes: momentInWords(expiresAt),
    })),
  });
}

/** POST ends the session that the form names, or all of them. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const id = (await request.formData()).get('id');
  if (typeof id !== 'string') {
    await orErrorPage(client.signOutEverywhere());
    const headers = { 'Set-Cookie': await dropPortalToken() };
    return redirect(`${portalPath}/sign-out`, { status: 303, headers });
  }
  try {
    await client.endPortalSession({ id });
  } catch (error) {
    // Somebody else was quicker.
    if (!(error instanceof ApiError && error.status === 404)) throw failureResponse(error);
  }
  return redirect(sessionsPath, 303);
}

export const meta = titled('Open sessions');

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>();
  const navigation = useNavigation();
  const ending = navigation.formData;
  return (
    <Page
      narrowWidth
      title="Open sessions"
      subtitle="Browsers in which this vendor portal is open. Each closes by itself after eight hours."
    >
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            {sessions.map(({ id, browser, isCurrent, opened, closes }, position) => (
              <Fragment key={id}>
                {position === 0 ? null : <Divider />}
                <InlineStack align="space-between" blockAlign="center" gap="300">
                  <BlockStack gap="100">
                    <InlineStack gap="200" blockAlign="center">
                      <Text as="h2" variant="headingSm">
                        {browser}
                      </Text>
                      {isCurrent ? <Badge tone="info">This browser</Badge> : null}
                    </InlineStack>
                    <Text as="p" tone="subdued">
                      Opened {opened}, closes {closes}
                    </Text>
                  </BlockStack>
                  {isCurrent ? null : (
                    <Form method="post">
                      <input type="hidden" name="id" value={id} />
                      <Button
                        submit
                        loading={ending?.get('id') === id}
                        accessibilityLabel={`End the session in ${browser}, opened ${opened}`}
                      >
                        End
                      </Button>
                    </Form>
                  )}
                </InlineStack>
              </Fragment>
            ))}
          </BlockStack>
        </Card>
        <InlineStack>
          <Form method="post" reloadDocument>
            <Button submit tone="critical">
              End all sessions
            </Button>
          </Form>
        </InlineStack>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
