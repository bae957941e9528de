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
  const [failure, setFailure] = useState<SettingFailure>();
  const [isThemeBehind, setThemeBehind] = useState(false);
  const reloadScreen = useReloadScreen();
  useUpdateRedirect(failure?.updateUrl);

  const reload = useCallback(() => {
    vendorChanged();
    reloadScreen();
  }, [reloadScreen]);

  /** With the vendor as it was answered. A failure of the same settings is solved by it. */
  const saved = useCallback((what: string, answer: unknown) => {
    setFailure((current) => {
      const solved = what.split(', ');
      const unsolved = current?.what.split(', ').filter((name) => !solved.includes(name)) ?? [];
      return unsolved.length === 0 ? undefined : current;
    });
    const isBehind = propertyOf(answer, 'manualThemeUpdateRequired');
    if (typeof isBehind === 'boolean') setThemeBehind(isBehind);
  }, []);
  const failed = useCallback((what: string, { message, updateUrl }: Failure, beside?: string) => {
    setFailure({ what, message, updateUrl, saved: beside, isOnShow: true });
  }, []);
  const back = useCallback(() => {
    setFailure((current) => current && { ...current, isOnShow: false });
    // Without an answer it may have been saved all the same.
    reload();
  }, [reload]);
  const dismiss = useCallback(() => setFailure(undefined), []);
  return { saved, failed, failure, back, dismiss, reload, isThemeBehind };
}
