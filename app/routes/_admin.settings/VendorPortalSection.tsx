import { Text } from '@shopify/polaris';
import { MagicLink } from '../../magic-link/MagicLink.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function VendorPortalSection() {
  return (
    <SettingsSection
      title="Vendor Portal"
      description="Labels, orders and payouts, on a page of your own."
    >
      <MagicLink title="Vendor Portal" path="/" destination="Go to Vendor Portal">
        <Text as="p">The link opens once, and for a few minutes. Nobody else should have it.</Text>
      </MagicLink>
    </SettingsSection>
  );
}
