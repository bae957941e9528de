import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import type { Vendor } from '#contract/vendor.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettingSwitch } from './use-setting-switch.ts';

type Feature = {
  setting:
    | 'isWidgetEnabled'
    | 'isNewWidgetEnabled'
    | 'isVendorSyncDisabled'
    | 'isAccountPageEnabled';
  name: string;
  text: string;
  /** The setting says that the feature is off. */
  isInverse?: boolean;
};

const features: Feature[] = [
  {
    setting: 'isVendorSyncDisabled',
    name: 'Order Sync',
    text: 'Sends orders that you pick in your admin on to be fulfilled.',
    isInverse: true,
  },
  {
    setting: 'isAccountPageEnabled',
    name: 'Account Page',
    text: 'Lets customers look after their subscriptions in their account.',
  },
  {
    setting: 'isWidgetEnabled',
    name: 'Widget',
    text: 'Shows your plans on the product pages of your store.',
  },
  {
    setting: 'isNewWidgetEnabled',
    name: 'New Widget',
    text: 'Shows the newest form of the widget as soon as there is one.',
  },
];

type Props = {
  settings: Vendor['settings'];
  onSaved: (what: string, answer: unknown) => void;
  onFailed: (what: string, failure: Failure) => void;
};

/** Specification §2, "Settings page": each feature is turned on or off by itself. */
export function FeaturesSection({ settings, onSaved, onFailed }: Props) {
  return (
    <SettingsSection title="Features" description="What Cadence does for you and your customers.">
      {features.map((feature) => (
        <FeatureSwitch
          key={feature.setting}
          feature={feature}
          settings={settings}
          onSaved={(answer) => onSaved(feature.name, answer)}
          onFailed={(failure) => onFailed(feature.name, failure)}
        />
      ))}
    </SettingsSection>
  );
}

type SwitchProps = {
  feature: Feature;
  settings: Vendor['settings'];
  onSaved: (answer: unknown) => void;
  onFailed: (failure: Failure) => void;
};

function FeatureSwitch({ feature, settings, onSaved, onFailed }: SwitchProps) {
  const { setting, name, text, isInverse = false } = feature;
  const { value, isSubmitting, flip } = useSettingSwitch({
    setting,
    loaded: settings,
    onSaved,
    onFailed,
  });
  const isOn = value !== isInverse;
  const action = isSubmitting ? 'Submitting' : isOn ? 'Turn off' : 'Turn on';
  return (
    <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
      <BlockStack gap="100">
        <InlineStack gap="200" align="start" blockAlign="center">
          <Text as="h3" variant="headingSm">
            {name}
          </Text>
          <span aria-live="polite">
            <Badge tone={isOn ? 'success' : undefined}>{isOn ? 'Active' : 'Inactive'}</Badge>
          </span>
        </InlineStack>
        <Text as="p" tone="subdued">
          {text}
        </Text>
      </BlockStack>
      {/* Not disabled meanwhile: whoever changes their mind is not held up. */}
      <div style={{ whiteSpace: 'nowrap' }}>
        <Button onClick={flip} accessibilityLabel={`${action}: ${name}`}>
          {action}
        </Button>
      </div>
    </InlineStack>
  );
}
