import { Form } from '@remix-run/react';
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Text,
  TextField,
} from '@shopify/polaris';
import { useEffect, useState } from 'react';

const presets = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '12 months' },
] as const;

type Props = {
  path: string;
  /** The days that are shown. */
  from: string;
  to: string;
  /** How many they are, where they end today. */
  days: number | undefined;
  /** Whether more was asked for, which is still to come. */
  isCutShort: boolean;
  /** The errors of the typed days, by field. */
  errors: { from?: string | undefined; to?: string | undefined };
};

/** The range of days that the charts show: one of some, or typed. */
export function RangeChoice({ path, from, to, days, isCutShort, errors }: Props) {
  return (
    <Card>
      <BlockStack>
        <InlineStack gap="400" blockAlign="end">
          <ButtonGroup variant="segmented">
            {presets.map((preset) => (
              <Button
                key={preset.days}
                url={`${path}?days=${preset.days}`}
                variant={preset.days === days ? 'primary' : undefined}
                accessibilityLabel={`Last ${preset.label}${preset.days === days ? ', selected' : ''}`}
              >
                {preset.label}
              </Button>
            ))}
          </ButtonGroup>
          <Form method="get" action={path}>
            <InlineStack gap="200" blockAlign="start">
              <Day name="from" label="From" initial={from} error={errors.from} />
              <Day name="to" label="To" initial={to} error={errors.to} />
              <div style={besideFields}>
                <Button submit>Show</Button>
              </div>
            </InlineStack>
          </Form>
        </InlineStack>
        <div aria-live="polite">
          {isCutShort ? (
            <Text as="p">This range ends in the future, so the numbers stop at today.</Text>
          ) : null}
        </div>
      </BlockStack>
    </Card>
  );
}

type DayProps = { name: 'from' | 'to'; label: string; initial: string; error: string | undefined };

function Day({ name, label, initial, error }: DayProps) {
  const [typed, setTyped] = useState(initial);
  // The range changes with another choice, or with Back.
  useEffect(() => setTyped(initial), [initial]);
  return (
    <TextField
      type="date"
      name={name}
      label={label}
      value={typed}
      onChange={setTyped}
      error={error}
      autoComplete="off"
    />
  );
}

/** Below a label's height. */
const besideFields = { paddingBlockStart: 'var(--p-space-600)' } as const;
