import { Divider } from '@shopify/polaris';
import type { Vendor } from '#contract/vendor.ts';
import { RequestedPermissions } from './RequestedPermissions.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { ThemeUpdate } from './ThemeUpdate.tsx';
import type { SavedSettings } from './use-saved-settings.ts';

type Props = {
  vendor: Vendor;
  onThemeUpdated: () => void;
  onFailed: SavedSettings['failed'];
};

/** Specification §2, "Settings page": what the app needs of the store, and the widget's theme. */
export function UpdatesSection({ vendor, onThemeUpdated, onFailed }: Props) {
  return (
    <SettingsSection
      title="Updates"
      description="Permissions and theme changes that Cadence needs."
    >
      <RequestedPermissions vendor={vendor} />
      <Divider />
      <ThemeUpdate onUpdated={onThemeUpdated} onFailed={onFailed} />
    </SettingsSection>
  );
}
