import { type FieldName, useField } from '@conform-to/react';
import { BlockStack, Box, Button, FormLayout, InlineStack, Text } from '@shopify/polaris';
import { DeleteIcon } from '@shopify/polaris-icons';
import { memo } from 'react';
import { FormSelect } from '../forms/FormSelect.tsx';
import { FormTextField } from '../forms/FormTextField.tsx';
import type { GroupFormInput, OptionInput } from './group-form-values.ts';
import { hasRoastDays, RoastFields } from './RoastFields.tsx';

const intervalOptions = [
  { label: 'Day', value: 'DAY' },
  { label: 'Week', value: 'WEEK' },
  { label: 'Month', value: 'MONTH' },
  { label: 'Year', value: 'YEAR' },
];

type Props = {
  formId: string;
  name: FieldName<OptionInput, GroupFormInput>;
  index: number;
  isDynamic: boolean;
  /** The selling plan that the option is, where it exists. */
  planId: string | undefined;
  /** The shop's currency, if it is known. */
  currencyCode: string | undefined;
  /** Missing on the last remaining option, which cannot be removed (specification §5). */
  onRemove: ((index: number) => void) | undefined;
};

/** One option of the group form: how often, on which days, and at which discount. */
export const OptionFields = memo(function OptionFields({ index, onRemove, ...fields }: Props) {
  const position = index + 1;
  return (
    <section aria-label={`Option ${position}`}>
      <Box borderColor="border" borderWidth="025" borderRadius="200" padding="300">
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center">
            <Text as="h3" variant="headingSm">{`Option ${position}`}</Text>
            <Button
              icon={DeleteIcon}
              variant="tertiary"
              accessibilityLabel={`Remove option ${position}`}
              disabled={onRemove === undefined}
              onClick={() => onRemove?.(index)}
            />
          </InlineStack>
          <Fields {...fields} />
        </BlockStack>
      </Box>
    </section>
  );
});

/** Apart from the button above, which changes when another option comes. */
const Fields = memo(function Fields({
  formId,
  name,
  isDynamic,
  planId,
  currencyCode,
}: Omit<Props, 'index' | 'onRemove'>) {
  const [field] = useField(name, { formId });
  const option = field.getFieldset();
  const discountType = option.discountType.value ?? 'NONE';
  return (
    <>
      {planId === undefined ? null : (
        <input key={planId} type="hidden" name={option.id.name} value={planId} />
      )}
      <FormLayout>
        <FormLayout.Group condensed>
          <FormTextField field={option.intervalCount} label="Every" inputMode="numeric" />
          <FormSelect field={option.interval} label="Interval" options={intervalOptions} />
        </FormLayout.Group>
        {isDynamic || !hasRoastDays(option.interval.value) ? null : <RoastFields option={option} />}
        <FormLayout.Group condensed>
          <FormSelect
            field={option.discountType}
            label="Discount type"
            disabled={isDynamic}
            options={[
              { label: 'None', value: 'NONE' },
              { label: 'Percentage', value: 'PERCENTAGE' },
              // Known in validation only (specification §9): kept where a plan already has it.
              ...(option.discountType.initialValue === 'FIXED_AMOUNT'
                ? [{ label: 'Fixed Amount', value: 'FIXED_AMOUNT' }]
                : []),
            ]}
          />
          {discountType === 'NONE' ? null : (
            <FormTextField
              field={option.discountValue}
              label="Discount"
              suffix={discountType === 'PERCENTAGE' ? '%' : currencyCode}
              inputMode="decimal"
            />
          )}
        </FormLayout.Group>
      </FormLayout>
      <FieldErrors messages={field.errors} />
    </>
  );
});

/** Errors that belong to the option as a whole, such as one that the platform found twice. */
function FieldErrors({ messages }: { messages: string[] | undefined }) {
  if (!messages?.length) return null;
  return (
    <div role="alert">
      <Text as="p" tone="critical">
        {messages[0]}
      </Text>
    </div>
  );
}
