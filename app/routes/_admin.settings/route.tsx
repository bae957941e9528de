import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Page } from '@shopify/polaris';
import { useRef } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { answerForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useResource } from '../../requests/use-resource.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { ErrorScreen } from '../../shell/ErrorScreen.tsx';
import { loadOpenVendor } from '../../subscription-api/load-open-vendor.server.ts';
import { ChangedElsewhere } from './ChangedElsewhere.tsx';
import { CustomerExperienceSection } from './CustomerExperienceSection.tsx';
import { FailedSave, PartlySaved, UnsolvedFailure } from './FailedSave.tsx';
import { FaqPageSection } from './FaqPageSection.tsx';
import { FeaturesSection } from './FeaturesSection.tsx';
import { widgetName } from './features.ts';
import type { UploadedLogo } from './LogoModal.tsx';
import { LogoSetting } from './LogoSetting.tsx';
import { ManualThemeUpdate } from './ManualThemeUpdate.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { saveSettings } from './save-settings.server.ts';
import { ThemeColorSection } from './ThemeColorSection.tsx';
import { hasKeptTyping } from './typed-settings.ts';
import { UpdatesSection } from './UpdatesSection.tsx';
import { useFeatureToggles } from './use-feature-toggles.ts';
import { namesOf, useSavedSettings } from './use-saved-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { VendorPortalSection } from './VendorPortalSection.tsx';
import { WidgetSection } from './WidgetSection.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return json({ vendor: await loadOpenVendor(client) });
}

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-settings': ({ formData }) => saveSettings(formData, client.updateVendorSettings),
  });
}

// "If the settings call fails, the whole page is replaced by an error message" (specification §2): also where it was to refresh them.
const screen = cachedScreen<typeof loader>({ whenFailed: 'error page' });
export const { clientLoader, clientAction, shouldRevalidate } = screen;

const unsavedSettings = lazyDialog(
  async () => (await import('./UnsavedSettings.tsx')).UnsavedSettings,
);

/** Specification §2, "Settings page". */
export default function SettingsPage() {
  const { vendor } = screen.useData();
  return <Settings vendor={vendor} />;
}

function Settings({ vendor }: { vendor: Vendor }) {
  const settled = useSavedSettings(vendor);
  const { onShow, changed, failed } = settled;
  const form = useSettingsForm({
    vendor,
    onSaved: settled.saved,
    onFailed: failed,
    onOvertaken: settled.reload,
  });
  const choiceOf = useFeatureToggles(vendor.settings, settled);
  const widget = useResource({
    path: '/resources/theme',
    answer: async () => (await import('#contract/theme.ts')).widgetDiagnosisSchema,
    loadedWith: vendor,
  });
  const { isWidgetEnabled } = vendor.settings;
  const isWidgetDone = widget.answer?.isWidgetOn === isWidgetEnabled;
  const behind = settled.behind.filter((what) => what !== widgetName || !isWidgetDone);
  const uploaded = useRef<UploadedLogo>();
  useRevalidateOnFocus();
  usePrefetchedDialog(unsavedSettings);
  const save = () => {
    settled.comeBack();
    void form.save();
  };
  const isLeaving = onShow?.updateUrl !== undefined;
  return (
    <>
      {form.isChanged && !isLeaving ? (
        <DialogOnDemand
          dialog={unsavedSettings}
          props={{ form, onSave: save, onClose: form.discard }}
        />
      ) : null}
      {onShow ? (
        <FailedSave failure={onShow} onBack={settled.back} />
      ) : (
        <Page title="Settings">
          <div id={form.formId}>
            <BlockStack gap="600">
              {settled.failures.map((failure) => (
                <UnsolvedFailure
                  key={namesOf(failure.unsaved)}
                  failure={failure}
                  onDismiss={() => settled.dismiss(failure)}
                />
              ))}
              {form.isChanged ? <ChangedElsewhere conflict={form.conflict} /> : null}
              {form.partlySaved && form.isChanged ? <PartlySaved of={form.partlySaved} /> : null}
              {behind.length > 0 ? (
                <ManualThemeUpdate
                  widget={behind.includes(widgetName) ? widget.answer : undefined}
                  isWanted={isWidgetEnabled}
                />
              ) : null}
              <FeaturesSection choiceOf={choiceOf} widget={widget} />
              <VendorPortalSection />
              <FaqPageSection vendor={vendor} onSaved={changed} onFailed={failed} />
              <CustomerExperienceSection form={form}>
                <LogoSetting
                  imageUrl={vendor.img_url}
                  uploaded={uploaded}
                  onSaved={changed}
                  onFailed={failed}
                />
              </CustomerExperienceSection>
              <ThemeColorSection form={form} savedColor={vendor.settings.buttonColor} />
              <UpdatesSection
                onThemeUpdated={() => settled.themeUpdated(isWidgetEnabled)}
                onFailed={failed}
              />
              <WidgetSection widget={widget} />
              <RecentChanges vendor={vendor} settled={settled} />
            </BlockStack>
          </div>
        </Page>
      )}
    </>
  );
}

/** A failure to load takes the page (specification §8); what was typed is there again on the way back. */
export function ErrorBoundary() {
  const back = {
    content: 'Back to settings',
    text: hasKeptTyping() ? 'What you typed is kept.' : undefined,
  };
  return <ErrorScreen bridged back={back} />;
}
