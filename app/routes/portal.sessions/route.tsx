import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from '@remix-run/react';
import { Banner, BlockStack, Box, Button, Card, Divider, Page, Text } from '@shopify/polaris';
import { Fragment, useRef } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { useKeptFocus } from '../../list/use-kept-focus.ts';
import { authenticatePortal } from '../../portal/authenticate-portal.server.ts';
import { pageTitle } from '../../portal/page-title.ts';
import { dropPortalToken } from '../../portal/portal-cookie.server.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { invalidatingScreens } from '../../requests/screen-cache.ts';
import { failureOf, isNotFound, orErrorPage } from '../../subscription-api/failure.ts';
import { browserInWords } from './browser-in-words.ts';
import { SessionRow } from './SessionRow.tsx';

const sessionsPath = `${portalPath}/sessions`;

/** GET the browsers in which the shop's portal is open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const { sessions, timeZone } = await orErrorPage(client.listPortalSessions());
  const inStoreTime = (time: string) => formatInstant(timeZone, time);
  return json({
    sessions: sessions.map(({ id, isCurrent, userAgent, createdAt, expiresAt }) => ({
      id,
      isCurrent,
      browser: browserInWords(userAgent),
      opened: inStoreTime(createdAt),
      closes: inStoreTime(expiresAt),
    })),
    failure: noFailure,
  });
}

const noFailure: string | null = null;

/** POST ends the session that the form names, or all of them. A failure is said above the list. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const id = (await request.formData()).get('id');
  try {
    if (typeof id !== 'string') {
      await client.signOutEverywhere();
      return redirect(`${portalPath}/sign-out`, { status: 303, headers: await dropPortalToken() });
    }
    await client.endPortalSession({ id });
  } catch (error) {
    // Thrown on: the caller's own session has ended.
    if (error instanceof Response) throw error;
    // If it's gone, somebody else has ended it.
    if (!isNotFound(error)) {
      const { status, headers, failure } = failureOf(error);
      return json({ failure: failure.message }, { status, headers });
    }
  }
  return redirect(sessionsPath, 303);
}

/** No answer leaves the list, with a message. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await invalidatingScreens(() => serverAction<typeof action>());
  } catch (error) {
    if (error instanceof Response) throw error;
    return { failure: errorTexts.serverError };
  }
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

export const meta = pageTitle('Open sessions');

export default function SessionsPage() {
  const { sessions, failure } = screen.useData();
  const refused = useActionData<typeof action>()?.failure;
  const ending = useNavigation().formData?.get('id');
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, sessions);
  return (
    <Page
      narrowWidth
      title="Open sessions"
      subtitle="Browsers where this vendor portal is open. Each session closes after eight hours."
    >
      <BlockStack gap="400">
        {refused === undefined ? null : (
          <Banner tone="critical" title="We couldn’t end the session">
            <p>{refused}</p>
          </Banner>
        )}
        {failure === null ? null : <RefreshFailure failure={failure} />}
        <section ref={list} tabIndex={-1} aria-label="Open sessions" style={{ outline: 'none' }}>
          <Card>
            <BlockStack gap="400">
              {sessions.map((session, position) => (
                <Fragment key={session.id}>
                  {position === 0 ? null : <Divider />}
                  <SessionRow session={session} isEnding={ending === session.id} />
                </Fragment>
              ))}
            </BlockStack>
          </Card>
        </section>
        <div role="status">
          <Text as="span" visuallyHidden>
            {formatCount(sessions.length, 'open session')}
          </Text>
        </div>
        <Box paddingInline={{ xs: '400', sm: '0' }} paddingBlockEnd="400">
          <Form method="post" reloadDocument>
            <Button submit tone="critical">
              End all sessions
            </Button>
          </Form>
        </Box>
      </BlockStack>
    </Page>
  );
}
