import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import type { WidgetDiagnosis } from '#contract/theme.ts';
import type { Resource } from '../../requests/use-resource.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { type Feature, features } from './setting-words.ts';
import type { FeatureToggle } from './use-feature-toggles.ts';

type Props = {
  choiceOf: (setting: Feature['setting']) => FeatureToggle;
  /** How the widget stands on the theme, as far as it is known. */
  widget: Resource<WidgetDiagnosis>;
};

/** Specification §2, "Settings page": each feature is turned on or off by itself. */
export function FeaturesSection({ choiceOf, widget }: Props) {
  return (
    <SettingsSection title="Features" description="Turn on what you and your customers need.">
      {features.map((feature) => (
        <FeatureSwitch
          key={feature.setting}
          feature={feature}
          choice={choiceOf(feature.setting)}
          onTheme={feature.setting === 'isWidgetEnabled' ? widget : undefined}
        />
      ))}
    </SettingsSection>
  );
}

type SwitchProps = {
  feature: Feature;
  choice: FeatureToggle;
  /** For a feature whose state only the theme knows. */
  onTheme: Resource<WidgetDiagnosis> | undefined;
};

function FeatureSwitch({ feature, choice, onTheme }: SwitchProps) {
  const { name, text, isInverse = false, hasNoEffect = false } = feature;
  const { isSubmitting, turn } = choice;
  const value = onTheme?.answer?.isWidgetOn ?? choice.value;
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
            {onTheme && onTheme.answer === undefined ? (
              <Badge>{onTheme.failure ? 'Not checked' : 'Checking…'}</Badge>
            ) : (
              <Badge tone={isOn && !hasNoEffect ? 'success' : undefined}>
                {isOn ? 'Active' : 'Inactive'}
              </Badge>
            )}
          </span>
          {hasNoEffect ? <Badge tone="attention">No effect yet</Badge> : null}
        </InlineStack>
        <Text as="p" tone="subdued">
          {text}
        </Text>
      </BlockStack>
      {/* Stays enabled while saving, so that a merchant can change their mind. */}
      <div style={{ whiteSpace: 'nowrap' }}>
        <Button
          onClick={() => turn(!(isSubmitting ? choice.value : value))}
          accessibilityLabel={`${action}: ${name}`}
        >
          {action}
        </Button>
      </div>
    </InlineStack>
  );
}
