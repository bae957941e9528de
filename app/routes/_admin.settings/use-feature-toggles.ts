import { useEffect } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import type { Flags } from '../../requests/optimistic-toggles.ts';
import { requestResource } from '../../requests/request-resource.ts';
import { type TogglesHolder, useOptimisticToggles } from '../../requests/use-optimistic-toggles.ts';
import { type Feature, features } from './setting-words.ts';
import type { SavedSettings } from './use-saved-settings.ts';

type Setting = Feature['setting'];

// Only the browser writes it: there are no toggles on the server.
const togglesHolder: TogglesHolder<Setting> = {};

const nameOf = (setting: Setting) => features.find((each) => each.setting === setting)?.name ?? '';

/** The flags as they are kept, with whether the theme must be changed by hand. */
async function save(_: Setting, flags: Flags): Promise<Flags> {
  const { manualThemeUpdateRequired } = await requestResource({
    method: 'POST',
    path: '/resources/settings/update',
    body: flags,
    answer: async () => (await import('#contract/vendor-settings.ts')).updatedVendorSchema,
  });
  return { ...flags, manualThemeUpdateRequired };
}

/** A feature's last chosen value, saved or not. */
export type FeatureToggle = {
  value: boolean;
  isSubmitting: boolean;
  turn: (value: boolean) => void;
};

/** The loaded features with the merchant's toggles. Each shows at once, and returns to its saved value if it can't be saved. */
export function useFeatureToggles(
  loaded: Vendor['settings'],
  { changed, failed }: Pick<SavedSettings, 'changed' | 'failed'>,
): (setting: Setting) => FeatureToggle {
  const showToast = useToast();
  const toggles = useOptimisticToggles<Setting>(
    {
      save,
      onKept: (setting, kept) => changed(nameOf(setting), kept),
      onUnseenFailure(setting, { message }) {
        showToast(`${nameOf(setting)} wasn’t changed: ${message}`, { isError: true });
      },
    },
    togglesHolder,
  );

  const { failed: failures, giveUp, loadedAnew } = toggles;
  useEffect(() => {
    for (const [setting, { flags, ...failure }] of failures) {
      giveUp(setting);
      const isSavedIn = ({ settings }: Vendor) => settings[setting] === flags[setting];
      failed([{ name: nameOf(setting), isSavedIn }], failure);
    }
  }, [failures, giveUp, failed]);
  // Loaded settings win, even if somebody else saved them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each time that it was loaded
  useEffect(() => loadedAnew(), [loaded, loadedAnew]);

  return (setting) => {
    const shown = toggles.chosen.get(setting) ?? toggles.kept.get(setting);
    const value = shown?.[setting] ?? loaded[setting];
    return {
      value,
      isSubmitting: toggles.chosen.has(setting),
      turn: (chosen) => toggles.choose(setting, { [setting]: chosen }),
    };
  };
}
