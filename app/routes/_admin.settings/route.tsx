import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Page } from '@shopify/polaris';
import { useState } from 'react';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { answerForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { unsavedChanges } from '../../forms/lazy-unsaved-changes.ts';
import { useDialog } from '../../forms/use-dialog.ts';
import { previewModal } from '../../notice-preview/lazy-preview.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useResource } from '../../requests/use-resource.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { ErrorScreen } from '../../shell/ErrorScreen.tsx';
import { loadActiveVendor } from '../../subscription-api/load-active-vendor.server.ts';
import type { EditedRules } from './BillingRules.tsx';
import { BillingRulesSection } from './BillingRulesSection.tsx';
import { ChangedElsewhere } from './ChangedElsewhere.tsx';
import { CustomerExperienceSection } from './CustomerExperienceSection.tsx';
import { FailedCall, PartlySaved, UnsolvedFailure } from './FailedSave.tsx';
import { FaqPageSection } from './FaqPageSection.tsx';
import { FeaturesSection } from './FeaturesSection.tsx';
import { LogoSetting } from './LogoSetting.tsx';
import { ManualThemeUpdate } from './ManualThemeUpdate.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { saveRules } from './save-rules.server.ts';
import { saveSettings } from './save-settings.server.ts';
import { widgetName } from './setting-words.ts';
import { ThemeColorSection } from './ThemeColorSection.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';
import { useFeatureToggles } from './use-feature-toggles.ts';
import { namesOf, useSavedSettings } from './use-saved-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { VendorPortalSection } from './VendorPortalSection.tsx';
import { WidgetSection } from './WidgetSection.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return json({ vendor: await loadActiveVendor(client), failure: null as string | null });
}

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-settings': ({ formData }) => saveSettings(formData, client.updateVendorSettings),
    'save-billing-rules': ({ formData }) => saveRules(formData, client),
  });
}

// "If the settings call fails, the whole page is replaced by an error message" (specification §2): also where it was to refresh them.
const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
  isCovered: true,
});
export const { clientLoader, clientAction, shouldRevalidate } = screen;

/** Specification §2, "Settings page". */
export default function SettingsPage() {
  const { vendor, failure } = screen.useData();
  const settled = useSavedSettings(vendor);
  const { changed, failed } = settled;
  const form = useSettingsForm({ vendor, saved: settled.saved, failed });
  const choiceOf = useFeatureToggles(vendor.settings, settled);
  const widget = useResource({
    path: '/resources/theme',
    answer: async () => (await import('#contract/theme.ts')).widgetDiagnosisSchema,
    loadedWith: vendor,
  });
  const { isWidgetEnabled } = vendor.settings;
  const isWidgetDone = widget.answer?.isWidgetOn === isWidgetEnabled;
  const behind = settled.behind.filter((what) => what !== widgetName || !isWidgetDone);
  const [rules, setRules] = useState<EditedRules | null>(null);
  useRevalidateOnFocus();
  usePrefetchedDialog(unsavedChanges);
  const preview = useDialog('preview-reminder');
  usePrefetchedDialog(previewModal, preview.url);
  const save = () => {
    settled.comeBack();
    if (form.isChanged) form.save();
    rules?.save();
  };
  const discard = () => {
    form.discard();
    rules?.discard();
  };
  const isChanged = form.isChanged || rules !== null;
  const onShow = settled.onShow ?? (failure === null ? undefined : { message: failure });
  const unsolved = settled.failures.filter(({ isOnShow }) => !isOnShow);
  const isLeaving = settled.onShow?.updateUrl !== undefined;
  return (
    <>
      {isChanged && !isLeaving ? (
        <DialogOnDemand
          dialog={unsavedChanges}
          props={{
            text: 'Your changes to your settings will be lost.',
            saveBar: { isSaving: form.isSaving || rules?.isSaving === true, onSave: save },
            onDiscard: discard,
            onClose: discard,
          }}
        />
      ) : null}
      {preview.isOpen ? (
        <DialogOnDemand
          dialog={previewModal}
          props={{ name: 'reminder', onClose: preview.close }}
        />
      ) : null}
      {onShow ? <FailedCall failure={onShow} isTyped={isChanged} onBack={settled.back} /> : null}
      {/* Only out of sight beneath a failure: what was typed is in there. */}
      <div hidden={onShow !== undefined}>
        <Page title="Settings">
          <BlockStack gap="600">
            <form {...form.props} noValidate>
              <BlockStack gap="600">
                {unsolved.map((failure) => (
                  <UnsolvedFailure
                    key={namesOf(failure.unsaved)}
                    failure={failure}
                    onDismiss={() => settled.dismiss(failure)}
                  />
                ))}
                <ChangedElsewhere form={form} />
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
                <CustomerExperienceSection fields={form.fields} previewUrl={preview.url}>
                  <LogoSetting imageUrl={vendor.img_url} onSaved={changed} onFailed={failed} />
                </CustomerExperienceSection>
                <ThemeColorSection
                  field={form.fields.buttonColor}
                  savedColor={vendor.settings.buttonColor}
                />
                <UpdatesSection
                  vendor={vendor}
                  onThemeUpdated={() => settled.themeUpdated(isWidgetEnabled)}
                  onFailed={failed}
                />
                <WidgetSection widget={widget} />
              </BlockStack>
              {/* Lets Enter in a field save. */}
              <button type="submit" hidden>
                Save
              </button>
            </form>
            {/* A form of its own, which can't be within another one. */}
            <BillingRulesSection vendor={vendor} onEdited={setRules} />
            <RecentChanges vendor={vendor} settled={settled} />
          </BlockStack>
        </Page>
      </div>
    </>
  );
}

/** A failed load replaces the page (specification §8). */
export function ErrorBoundary() {
  return <ErrorScreen bridged back={{ content: 'Back to settings' }} />;
}
