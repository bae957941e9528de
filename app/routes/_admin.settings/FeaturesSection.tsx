import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { type Feature, features } from './features.ts';
import { SettingsSection } from './SettingsSection.tsx';
import type { FeatureChoice } from './use-feature-choices.ts';

type Props = { choiceOf: (setting: Feature['setting']) => FeatureChoice };

/** Specification §2, "Settings page": each feature is turned on or off by itself. */
export function FeaturesSection({ choiceOf }: Props) {
  return (
    <SettingsSection title="Features" description="What Cadence does for you and your customers.">
      {features.map((feature) => (
        <FeatureSwitch key={feature.setting} feature={feature} choice={choiceOf(feature.setting)} />
      ))}
    </SettingsSection>
  );
}

function FeatureSwitch({ feature, choice }: { feature: Feature; choice: FeatureChoice }) {
  const { name, text, isInverse = false } = feature;
  const { value, isSubmitting, flip } = choice;
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
