import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { Banner, BlockStack, Box, Card, Checkbox, Divider, Page, Text } from '@shopify/polaris';
import { Fragment } from 'react';
import { notificationTexts } from '#contract/notification-texts.ts';
import { isLocked, type NotificationName, notificationNames } from '#contract/notifications.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { PartlyCheckedBoxes } from '../../list/PartlyCheckedBoxes.tsx';
import { previewModal } from '../../notice-preview/lazy-preview.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { FailedToggleBanner } from './FailedToggleBanner.tsx';
import { loadNotificationSettings } from './load-settings.server.ts';
import { NotificationRow } from './NotificationRow.tsx';
import type { NotificationSettings } from './settings-schema.ts';
import { type ToggleGroup, useNotificationToggles } from './use-notification-toggles.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const settings: NotificationSettings = await orErrorPage(loadNotificationSettings(client));
  return json({ ...settings, failure: null as string | null });
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

const previewUrlOf = (name: NotificationName) => `#preview-${name}`;

/** Specification §2, "Notifications page". */
export default function NotificationsPage() {
  const settings = screen.useData();
  const toggles = useNotificationToggles(settings);
  const { email, text } = settings.providers;
  const reachesCustomers = email || text;
  const { hash } = useLocation();
  const previewed = notificationNames.find((name) => hash === previewUrlOf(name));
  const { close } = useDialog(`preview-${previewed}`);
  usePrefetchedDialog(previewModal);
  const failedBanner = (group: ToggleGroup, title: string) => (
    <FailedToggleBanner
      title={title}
      failed={toggles.failed.get(group)}
      onTryAgain={() => toggles.tryAgain(group)}
      onGiveUp={() => toggles.giveUp(group)}
    />
  );
  return (
    <Page
      title="Notifications"
      subtitle="What your customers hear about their subscriptions, and how."
    >
      <BlockStack gap="400">
        {settings.failure === null ? null : <RefreshFailure failure={settings.failure} />}
        {settings.hearsOfParcels ? null : (
          <Banner
            tone="warning"
            title="Shopify doesn’t tell Cadence about your parcels yet"
            action={{ content: 'Go to Settings', url: '/settings' }}
          >
            <p>
              Shipping, delivery and tracking notifications need another permission. You can grant
              it in Settings, under Updates.
            </p>
          </Banner>
        )}
        {settings.isLive ? null : (
          <Banner
            tone="warning"
            title="Your customers don’t get these yet"
            action={{ content: 'Go to Recurring Orders', url: '/recurring-orders' }}
          >
            <p>Nothing goes out before Cadence bills your subscriptions.</p>
          </Banner>
        )}
        <Banner tone="info" title="How these reach your customers">
          <p>
            {settings.isLive && reachesCustomers
              ? `Customers get news of their payments, parcels and products${
                  email ? ', and the reminder that you set in Settings' : ''
                }. `
              : `Customers get news of their payments, parcels and products${
                  text && !email ? '' : ', and reminders,'
                } once ${
                  reachesCustomers ? 'you bill with Cadence' : 'this installation has a mail server'
                }. `}
            You can preview each one
            {email ? ', and email it to yourself' : ''}.
          </p>
        </Banner>
        <Card padding="0">
          <Box padding="400" paddingBlockEnd="0">
            <Text as="h2" variant="headingMd">
              Customer notifications
            </Text>
          </Box>
          <PartlyCheckedBoxes>
            {notificationNames.map((name, index) => (
              <Fragment key={name}>
                {index === 0 ? null : <Divider />}
                <NotificationRow
                  name={name}
                  kept={toggles.keptFlags(name)}
                  chosen={toggles.chosen.get(name)}
                  isLocked={isLocked(name, settings)}
                  providers={settings.providers}
                  hearsOfParcels={settings.hearsOfParcels}
                  previewUrl={previewUrlOf(name)}
                  onChoose={(flags) => toggles.choose(name, flags)}
                >
                  {failedBanner(name, notificationTexts[name].title)}
                </NotificationRow>
              </Fragment>
            ))}
          </PartlyCheckedBoxes>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              GIFs Settings
            </Text>
            <Checkbox
              label="Send GIFs in text messages"
              helpText={
                settings.providers.text
                  ? 'Text messages go out without GIFs so far.'
                  : 'Cadence doesn’t send text messages yet.'
              }
              checked={toggles.useGifs}
              onChange={(useGifs) => toggles.choose('gifs', { useGifs })}
            />
            {failedBanner('gifs', 'Send GIFs in text messages')}
          </BlockStack>
        </Card>
      </BlockStack>
      {previewed === undefined ? null : (
        <DialogOnDemand
          key={previewed}
          dialog={previewModal}
          props={{ name: previewed, flags: toggles.shownFlags(previewed), onClose: close }}
        />
      )}
    </Page>
  );
}
