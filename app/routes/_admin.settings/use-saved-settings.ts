import { useCallback, useEffect, useRef, useState } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import type { UpdatedVendor } from '#contract/vendor-settings.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { vendorChanged } from '../../shell/shell.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { fieldNames, widgetName } from './setting-words.ts';

/** A setting that couldn't be saved, by its label. */
type UnsavedSetting = {
  name: string;
  /** Whether a vendor that is loaded later has it all the same: an answer can be lost on its way back. */
  isSavedIn?: (vendor: Vendor) => boolean;
  /** The change of the history that was to be undone. */
  undoOf?: number;
};

/** Settings that could not be saved by one call. */
export type SettingFailure = Failure & {
  unsaved: UnsavedSetting[];
  /** The settings that were saved by the same submit. */
  saved?: string;
  /** Whether it has the page for itself (specification §8); afterwards it stays above the settings until it is solved. */
  isOnShow: boolean;
  /** The vendor that was loaded before it. */
  seen: Vendor;
};

export function namesOf(unsaved: readonly UnsavedSetting[]): string {
  return unsaved.map(({ name }) => name).join(', ');
}

type Answer = Pick<UpdatedVendor, 'manualThemeUpdateRequired'>;

/** Handles the outcome of saved settings: reloads the vendor, or shows a failure in place of the page. */
export function useSavedSettings(vendor: Vendor) {
  const [failures, setFailures] = useState<SettingFailure[]>([]);
  const [behind, setBehind] = useState<string[]>([]);
  const reloadScreen = useRevalidateScreen();
  const shown = useRef(vendor);
  shown.current = vendor;

  const reload = useCallback(() => {
    vendorChanged();
    reloadScreen();
  }, [reloadScreen]);

  /** Call it with the answered vendor after a save. It clears earlier failures of the same settings. */
  const saved = useCallback((names: readonly string[], answer?: Answer) => {
    setFailures((current) => without(current, ({ name }) => names.includes(name)));
    // Of what was saved together, only one concerns the theme.
    const isBehind = answer?.manualThemeUpdateRequired;
    const what = names.find((name) => name === widgetName || name === fieldNames.buttonColor);
    if (isBehind === undefined || what === undefined) return;
    setBehind((current) => [
      ...current.filter((each) => each !== what),
      ...(isBehind ? [what] : []),
    ]);
  }, []);
  /** The same where the screen does not load itself anew. */
  const changed = useCallback(
    (name: string, answer?: Answer) => {
      saved([name], answer);
      reload();
    },
    [saved, reload],
  );
  /** The theme has the widget and its color now; it must still be changed by hand where the widget was turned off. */
  const themeUpdated = useCallback(
    (isWidgetEnabled: boolean) => {
      setBehind((current) =>
        isWidgetEnabled ? [] : current.filter((what) => what === widgetName),
      );
      reload();
    },
    [reload],
  );
  const failed = useCallback(
    (unsaved: UnsavedSetting[], { message, updateUrl }: Failure, beside?: string) => {
      const isMeant = ({ name }: UnsavedSetting) => unsaved.some((each) => each.name === name);
      const failure = { unsaved, message, updateUrl, saved: beside, isOnShow: true };
      setFailures((current) => [...without(current, isMeant), { ...failure, seen: shown.current }]);
    },
    [],
  );
  useEffect(() => {
    setFailures((current) =>
      without(
        current,
        ({ isSavedIn }, { seen }) => seen !== vendor && isSavedIn?.(vendor) === true,
      ),
    );
  }, [vendor]);
  /** Shows the settings again. */
  const comeBack = useCallback(
    () =>
      setFailures((current) =>
        current.map((failure) => (failure.isOnShow ? { ...failure, isOnShow: false } : failure)),
      ),
    [],
  );
  const back = useCallback(() => {
    comeBack();
    // If no answer came, it may still have been saved.
    reload();
  }, [comeBack, reload]);
  const dismiss = useCallback(
    (failure: SettingFailure) =>
      setFailures((current) => current.filter((each) => each !== failure)),
    [],
  );
  const onShow = failures.find(({ isOnShow }) => isOnShow);
  const told = { saved, changed, failed, themeUpdated, reload };
  return { ...told, failures, onShow, back, comeBack, dismiss, behind };
}

export type SavedSettings = ReturnType<typeof useSavedSettings>;

/** The failures that are left once these settings are saved, or have failed again. */
function without(
  failures: SettingFailure[],
  isOver: (unsaved: UnsavedSetting, failure: SettingFailure) => boolean,
): SettingFailure[] {
  const left = failures.flatMap((failure) => {
    const unsaved = failure.unsaved.filter((each) => !isOver(each, failure));
    return unsaved.length === failure.unsaved.length
      ? [failure]
      : unsaved.length === 0
        ? []
        : [{ ...failure, unsaved }];
  });
  return left.length === failures.length && left.every((each, place) => each === failures[place])
    ? failures
    : left;
}
