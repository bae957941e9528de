import { Divider } from '@shopify/polaris';
import { RequestedPermissions } from './RequestedPermissions.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { ThemeUpdate } from './ThemeUpdate.tsx';

type Props = { onSaved: (what: string, answer: unknown) => void };

/** Specification §2, "Settings page": what the app needs of the store, and the widget's theme. */
export function UpdatesSection({ onSaved }: Props) {
  return (
    <SettingsSection title="Updates" description="What the app needs to work for you.">
      <RequestedPermissions />
      <Divider />
      <ThemeUpdate onSaved={onSaved} />
    </SettingsSection>
  );
}
