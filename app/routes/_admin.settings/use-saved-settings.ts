import { useCallback, useState } from 'react';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { useReloadScreen } from '../../screen-data/use-reload-screen.ts';
import { vendorChanged } from '../../shell/shell.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { propertyOf } from '../../subscription-api/json-property.ts';

/** Settings that could not be saved. */
export type SettingFailure = Failure & {
  /** What was to be saved, as the merchant knows it, and what was saved beside it. */
  what: string;
  saved?: string;
  /** Whether it has the page for itself (specification §8); afterwards it stays above the settings until it is solved. */
  isOnShow: boolean;
};

/** What came of the settings that were saved: the vendor is loaded anew, or a failure takes the page. */
export function useSavedSettings() {
  const [failures, setFailures] = useState<SettingFailure[]>([]);
  const [behind, setBehind] = useState<string[]>([]);
  const reloadScreen = useReloadScreen();
  useUpdateRedirect(failures.find(({ updateUrl }) => updateUrl !== undefined)?.updateUrl);

  const reload = useCallback(() => {
    vendorChanged();
    reloadScreen();
  }, [reloadScreen]);

  /** With the vendor as it was answered. Failures of the same settings are solved by it, as far as they are the same. */
  const saved = useCallback((what: string, answer: unknown) => {
    setFailures((current) => withoutSaved(current, what));
    const isBehind = propertyOf(answer, 'manualThemeUpdateRequired');
    if (typeof isBehind !== 'boolean') return;
    setBehind((current) => [
      ...current.filter((each) => each !== what),
      ...(isBehind ? [what] : []),
    ]);
  }, []);
  /** The theme has the widget and its color now; it must still be changed by hand where the widget was turned off. */
  const themeUpdated = useCallback((isWidgetEnabled: boolean) => {
    setBehind((current) => (isWidgetEnabled ? [] : current.filter((what) => what === 'Widget')));
  }, []);
  const failed = useCallback((what: string, { message, updateUrl }: Failure, beside?: string) => {
    setFailures((current) => [
      ...withoutSaved(current, what),
      { what, message, updateUrl, saved: beside, isOnShow: true },
    ]);
  }, []);
  const back = useCallback(() => {
    setFailures((current) => current.map((failure) => ({ ...failure, isOnShow: false })));
    // Without an answer it may have been saved all the same.
    reload();
  }, [reload]);
  const dismiss = useCallback(
    (what: string) => setFailures((current) => current.filter((failure) => failure.what !== what)),
    [],
  );
  const isThemeBehind = behind.length > 0;
  return { saved, themeUpdated, failed, failures, back, dismiss, reload, isThemeBehind };
}

/** What is still unsaved once these settings were saved, or failed once more. */
function withoutSaved(failures: SettingFailure[], saved: string): SettingFailure[] {
  const solved = saved.split(', ');
  return failures.flatMap((failure) => {
    const what = failure.what.split(', ').filter((name) => !solved.includes(name));
    return what.length === 0 ? [] : [{ ...failure, what: what.join(', ') }];
  });
}
