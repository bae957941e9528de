import type { FieldMetadata } from '@conform-to/react';
import { BlockStack, Checkbox, FormLayout, InlineError, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { weekdayInWords } from '#contract/plan-words.ts';
import { FormSelect } from '../forms/FormSelect.tsx';
import { FormTextField } from '../forms/FormTextField.tsx';
import type { GroupFormInput, OptionInput } from './group-form-values.ts';
import { textsOf } from './roast-texts.ts';

type Fields = ReturnType<FieldMetadata<OptionInput, GroupFormInput>['getFieldset']>;

const week = [1, 2, 3, 4, 5, 6, 7];

const daysOfMonth = [
  { label: 'Any day', value: '' },
  ...Array.from({ length: 31 }, (_, index) => ({
    label: `Day ${index + 1}`,
    value: String(index + 1),
  })),
];

const firstOrders = [
  { label: 'Goes out at once', value: '' },
  { label: 'Waits for the roast day', value: 'NEXT' },
];

/** Whether orders that come by this interval may have roast days. */
export const hasRoastDays = (interval: string | undefined) =>
  interval === 'WEEK' || interval === 'MONTH';

/** The days on which an option's orders are roasted: those of the week or of the month, as the interval is. */
export function RoastFields({ option }: { option: Fields }) {
  const interval = option.interval.value;
  const isChosen =
    interval === 'WEEK'
      ? textsOf(option.weekdays.value).length > 0
      : interval === 'MONTH' && (option.monthDay.value ?? '') !== '';
  return (
    <BlockStack gap="400">
      {interval === 'WEEK' ? <Weekdays key={option.weekdays.key} field={option.weekdays} /> : null}
      {interval === 'MONTH' ? (
        <FormSelect
          field={option.monthDay}
          label="Roast day (optional)"
          options={daysOfMonth}
          helpText={Number(option.monthDay.value) > 28 ? 'In shorter months their last day.' : null}
        />
      ) : null}
      {isChosen ? (
        <FormLayout.Group condensed>
          <FormTextField
            field={option.cutoff}
            label="Cut-off"
            suffix="days before"
            placeholder="0"
            inputMode="numeric"
            helpText="Until 11:59 PM of that day, your store’s time."
          />
          <FormSelect
            field={option.preAnchorBehavior}
            label="First order"
            options={firstOrders}
            helpText={
              option.preAnchorBehavior.value === 'NEXT'
                ? 'After the cut-off it waits for the roast day after.'
                : 'After the cut-off it waits for the roast day.'
            }
          />
        </FormLayout.Group>
      ) : null}
    </BlockStack>
  );
}

function Weekdays({ field }: { field: Fields['weekdays'] }) {
  const [chosen, setChosen] = useState(() => textsOf(field.initialValue));
  const label = `${field.id}-label`;
  const error = field.errors?.[0];
  return (
    <BlockStack gap="100">
      <Text as="span" id={label}>
        Roast days (optional)
      </Text>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own */}
      <div role="group" aria-labelledby={label}>
        <InlineStack gap="300">
          {week.map((day) => {
            const value = String(day);
            return (
              <Checkbox
                key={day}
                id={`${field.id}-${day}`}
                name={field.name}
                value={value}
                label={weekdayInWords(day)}
                {...(error !== undefined && {
                  ...{ error: true, ariaDescribedBy: `${field.id}Error` },
                })}
                checked={chosen.includes(value)}
                onChange={(isChecked) =>
                  setChosen((before) =>
                    isChecked ? [...before, value] : before.filter((other) => other !== value),
                  )
                }
              />
            );
          })}
        </InlineStack>
      </div>
      {error === undefined ? null : <InlineError message={error} fieldID={field.id} />}
    </BlockStack>
  );
}
