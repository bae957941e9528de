import { Text } from '@shopify/polaris';
import { MagicLink } from '../../magic-link/MagicLink.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function VendorPortalSection() {
  return (
    <SettingsSection
      title="Vendor Portal"
      description="Your labels, orders and payouts in one place."
    >
      <MagicLink title="Vendor Portal" path="/" destination="Go to Vendor Portal">
        <Text as="p">The link works once, and only for a few minutes. Don’t share it.</Text>
      </MagicLink>
    </SettingsSection>
  );
}
