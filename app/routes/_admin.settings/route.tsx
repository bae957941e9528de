import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Page } from '@shopify/polaris';
import { opensTheApp } from '#contract/opens-the-app.ts';
import { authenticateMerchant } from '../../admission/authenticate.server.ts';
import { MessagePage } from '../../components/MessagePage.tsx';
import { answerForm } from '../../forms/answer-form.server.ts';
import { cachedScreen } from '../../screen-data/cached-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { FailedSave, UnsolvedFailure } from './FailedSave.tsx';
import { FeaturesSection } from './FeaturesSection.tsx';
import { ManualThemeUpdate } from './ManualThemeUpdate.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { saveSettings } from './save-settings.server.ts';
import { useSavedSettings } from './use-saved-settings.ts';
import { VendorPortalSection } from './VendorPortalSection.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const vendor = await orErrorPage(client.getVendor());
  return json({ vendor: opensTheApp(vendor) ? vendor : null });
}

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-settings': ({ formData }) => saveSettings(formData, client.updateVendorSettings),
  });
}

const screen = cachedScreen<typeof loader>();
export const { clientLoader, clientAction, shouldRevalidate } = screen;

/** Specification §2, "Settings page". */
export default function SettingsPage() {
  const { vendor } = screen.useData();
  const { saved, failed, failure, back, dismiss, isThemeBehind } = useSavedSettings();
  if (vendor === null) return <MessagePage title="Settings open once you are approved." />;
  if (failure?.isOnShow) return <FailedSave failure={failure} onBack={back} />;
  return (
    <Page title="Settings">
      <BlockStack gap="600">
        {failure === undefined ? null : <UnsolvedFailure failure={failure} onDismiss={dismiss} />}
        {isThemeBehind ? <ManualThemeUpdate /> : null}
        <FeaturesSection settings={vendor.settings} onSaved={saved} onFailed={failed} />
        <VendorPortalSection />
        <SettingsSection
          title="FAQ Page"
          description="Answers to what customers ask about subscriptions, on a page of your store."
        />
        <SettingsSection
          title="Customer Experience"
          description="What your customers receive from you, and when."
        />
        <SettingsSection
          title="Theme Color"
          description="The color of the widget on your product pages."
        />
        <SettingsSection title="Updates" description="What the app needs to work for you." />
        <SettingsSection
          title="Simple Subscription Widget"
          description="The widget on your store's theme."
        />
      </BlockStack>
    </Page>
  );
}
