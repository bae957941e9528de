import { BlockStack, FormLayout, Select, TextField } from '@shopify/polaris';
import type { BulkOptions } from '#contract/bulk-change.ts';
import { bulkChanges } from '#contract/bulk-change-names.ts';
import { bulkNames } from '../../recurring-orders/bulk-words.ts';
import { CancelReasonField } from '../../recurring-orders/CancelReasonField.tsx';
import { PickedProduct } from '../../recurring-orders/PickedProduct.tsx';
import { ResumeDayField } from '../../recurring-orders/ResumeDayField.tsx';
import { oneOf, type Refusals, type Typed } from './bulk-body.ts';

type Props = {
  typed: Typed;
  options: BulkOptions;
  refusals: Refusals;
  isAsking: boolean;
  onType: (typed: Partial<Typed>) => void;
};

/** The choice of a change for many, and its fields. */
export function BulkFields({ typed, options, refusals, isAsking, onType }: Props) {
  const hasVariants = options.variants.length > 0;
  const possible = bulkChanges.filter(
    (change) => hasVariants || (change !== 'price' && change !== 'replace'),
  );
  return (
    <FormLayout>
      <Select
        label="What should happen?"
        options={possible.map((value) => ({ value, label: bulkNames[value] }))}
        value={typed.change}
        disabled={isAsking}
        onChange={(chosen) => onType({ change: oneOf(bulkChanges, chosen) ?? typed.change })}
      />
      <FieldsOfChange {...{ typed, options, refusals, isAsking, onType }} />
    </FormLayout>
  );
}

function FieldsOfChange({ typed, options, refusals, isAsking, onType }: Props) {
  const field = { autoComplete: 'off', disabled: isAsking };
  switch (typed.change) {
    case 'resume':
      return null;
    case 'pause':
      return (
        <ResumeDayField
          value={typed.until}
          error={refusals.until}
          isAsking={isAsking}
          whom="them"
          onChange={(until) => onType({ until })}
        />
      );
    case 'cancel':
      return (
        <CancelReasonField
          value={typed.reason}
          isAsking={isAsking}
          onChange={(reason) => onType({ reason })}
        />
      );
    case 'move':
      return (
        <FormLayout.Group>
          <Select
            label="Where to"
            options={[
              { label: 'Some days earlier', value: 'earlier' },
              { label: 'Some days later', value: 'later' },
              { label: 'A certain day', value: 'day' },
            ]}
            value={typed.moveTo}
            disabled={isAsking}
            onChange={(chosen) =>
              onType({ moveTo: oneOf(['earlier', 'later', 'day'], chosen) ?? typed.moveTo })
            }
          />
          {typed.moveTo === 'day' ? (
            <TextField
              {...field}
              label="New day"
              type="date"
              value={typed.day}
              error={refusals.day}
              onChange={(day) => onType({ day })}
            />
          ) : (
            <TextField
              {...field}
              label="Days"
              inputMode="numeric"
              value={typed.days}
              error={refusals.days}
              onChange={(days) => onType({ days })}
            />
          )}
        </FormLayout.Group>
      );
    case 'replace':
    case 'price':
      return (
        <BlockStack gap="400">
          <Select
            label="Product"
            options={options.variants.map(({ id, name }) => ({ value: id, label: name }))}
            value={typed.variant}
            helpText={
              options.hasMoreVariants
                ? `Your subscribers have more than ${options.variants.length} products. These are the first by name; the others can be changed at each subscriber.`
                : undefined
            }
            error={refusals.variant}
            disabled={isAsking}
            onChange={(variant) => onType({ variant, by: undefined })}
          />
          {typed.change === 'price' ? (
            <PriceFields {...{ typed, options, refusals, isAsking, onType }} />
          ) : (
            <PickedProduct
              lineId="many"
              name={options.variants.find(({ id }) => id === typed.variant)?.name ?? ''}
              picked={typed.by}
              isAsking={isAsking}
              refusal={refusals.by}
              onPick={(by) => onType({ by })}
            />
          )}
        </BlockStack>
      );
  }
}

function PriceFields({ typed, options, refusals, isAsking, onType }: Props) {
  const field = { autoComplete: 'off', disabled: isAsking, inputMode: 'decimal' } as const;
  const { currencies } = options;
  return (
    <FormLayout.Group>
      <Select
        label="New price"
        options={[
          { label: 'By a percentage', value: 'percent' },
          { label: 'A certain amount', value: 'amount' },
        ]}
        value={typed.priceTo}
        disabled={isAsking}
        onChange={(chosen) =>
          onType({ priceTo: oneOf(['percent', 'amount'], chosen) ?? typed.priceTo })
        }
      />
      {typed.priceTo === 'percent' ? (
        <TextField
          {...field}
          inputMode="text"
          label="Percentage"
          suffix="%"
          value={typed.percent}
          error={refusals.percent}
          helpText="7.5 raises each one’s price, -10 lowers it."
          onChange={(percent) => onType({ percent })}
        />
      ) : (
        <TextField
          {...field}
          label={`Price for one (${typed.currencyCode})`}
          value={typed.price}
          error={refusals.price}
          onChange={(price) => onType({ price })}
        />
      )}
      {typed.priceTo === 'amount' && currencies.length > 1 ? (
        <Select
          label="Currency"
          options={currencies}
          value={typed.currencyCode}
          disabled={isAsking}
          onChange={(currencyCode) => onType({ currencyCode })}
        />
      ) : null}
    </FormLayout.Group>
  );
}
