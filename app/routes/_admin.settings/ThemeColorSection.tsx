import { Banner, BlockStack, Box, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { useId, useState } from 'react';
import {
  colorOfText,
  contrastWithWhite,
  leastContrastOfMarks,
  textColorOn,
} from '#contract/color.ts';
import { useFieldControl } from '../../forms/use-field-control.ts';
import { ColorChoice } from './ColorChoice.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type Props = { field: SettingsForm['fields']['buttonColor']; savedColor: string };

/** The color of the widget, with how it will look. */
export function ThemeColorSection({ field, savedColor }: Props) {
  const { control, fieldProps } = useFieldControl(field);
  const [isChoosing, setChoosing] = useState(false);
  const choiceId = useId();
  const color = colorOfText(control.value ?? '') ?? savedColor;
  const contrast = contrastWithWhite(color);
  return (
    <SettingsSection
      title="Theme Color"
      description="The color of the widget on your product pages. A color set in the theme editor overrides it."
    >
      <InlineStack gap="400" blockAlign="start">
        <TextField
          {...fieldProps}
          value={control.value ?? ''}
          onChange={control.change}
          label="Button color"
          autoComplete="off"
          prefix={<Swatch color={color} />}
          placeholder="#0632c2"
          maxLength={20}
        />
        <Box paddingBlockStart={{ xs: '0', sm: '600' }}>
          <Button
            ariaExpanded={isChoosing}
            ariaControls={choiceId}
            disclosure={isChoosing ? 'up' : 'down'}
            onClick={() => setChoosing(!isChoosing)}
          >
            Pick a color
          </Button>
        </Box>
      </InlineStack>
      <div id={choiceId} hidden={!isChoosing}>
        {isChoosing ? <ColorChoice color={color} onChange={control.change} /> : null}
      </div>
      <div>
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">
            Preview
          </Text>
          <ButtonPreview color={color} />
        </BlockStack>
        <div aria-live="polite">
          {contrast >= leastContrastOfMarks ? null : (
            <Box paddingBlockStart="400">
              <Banner tone="warning" title="This color is hard to see on a white page">
                <p>
                  {`Choose a darker color so customers can see which option they chose. The contrast is ${contrast.toFixed(1)}:1, and WCAG AA asks for ${leastContrastOfMarks}:1.`}
                </p>
              </Banner>
            </Box>
          )}
        </div>
      </div>
    </SettingsSection>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        width: 'var(--p-space-500)',
        height: 'var(--p-space-500)',
        borderRadius: 'var(--p-border-radius-100)',
        border: 'var(--p-border-width-025) solid var(--p-color-border)',
        background: color,
      }}
    />
  );
}

function ButtonPreview({ color }: { color: string }) {
  return (
    <div role="img" aria-label={`The widget's color ${color}`} data-color={color}>
      <span
        aria-hidden
        style={{
          display: 'inline-block',
          padding: 'var(--p-space-300) var(--p-space-600)',
          borderRadius: 'var(--p-border-radius-200)',
          background: color,
          color: textColorOn(color),
          fontWeight: 'var(--p-font-weight-semibold)',
        }}
      >
        Subscribe
      </span>
    </div>
  );
}
