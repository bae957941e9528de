import { BlockStack, FormLayout, Select, Text, TextField } from '@shopify/polaris';
import { formatMoney, formatProduct } from '#contract/format.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { typedPriceOf } from '#contract/typed-price.ts';
import { CancelReasonField } from '../../recurring-orders/CancelReasonField.tsx';
import { PickedProduct } from '../../recurring-orders/PickedProduct.tsx';
import { ResumeDayField } from '../../recurring-orders/ResumeDayField.tsx';
import { amountOf, lineFieldsOf, type Refusals, type Typed } from './change-body.ts';
import type { Asking } from './change-words.ts';
import { ownPriceWords } from './next-order.ts';

type Props = {
  change: Asking['change'];
  /** Whether all that follow could be moved with an order. */
  canBeFollowed: boolean;
  subscription: SubscriptionContract;
  typed: Typed;
  refusals: Refusals;
  isAsking: boolean;
  onType: (typed: Partial<Typed>) => void;
};

/** The fields of a change, above the text on its effects. */
export function ChangeFields({
  change,
  canBeFollowed,
  subscription,
  typed,
  refusals,
  isAsking,
  onType,
}: Props) {
  const field = { autoComplete: 'off', disabled: isAsking };
  switch (change) {
    case 'move':
      return (
        <FormLayout>
          <TextField
            {...field}
            label="New day"
            type="date"
            value={typed.day}
            error={refusals.day}
            onChange={(day) => onType({ day })}
          />
          {canBeFollowed ? (
            <Select
              label="What moves"
              options={[
                { label: 'Only this order', value: '' },
                { label: 'This order and all that follow', value: 'following' },
              ]}
              value={typed.isFollowed ? 'following' : ''}
              disabled={isAsking}
              onChange={(value) => onType({ isFollowed: value === 'following' })}
            />
          ) : null}
        </FormLayout>
      );
    case 'pause':
      return (
        <ResumeDayField
          value={typed.until}
          error={refusals.until}
          isAsking={isAsking}
          whom="it"
          onChange={(until) => onType({ until })}
        />
      );
    case 'cancel':
      return (
        <FormLayout>
          <CancelReasonField
            value={typed.reason}
            isAsking={isAsking}
            onChange={(reason) => onType({ reason })}
          />
          <TextField
            {...field}
            label="Note (optional)"
            value={typed.note}
            maxLength={255}
            multiline={2}
            helpText="Only you and your colleagues see it, in the history."
            onChange={(note) => onType({ note })}
          />
        </FormLayout>
      );
    case 'set place': {
      const { lines, rotations } = subscription;
      const nameOf = (line: string) =>
        rotations.length > 1 ? `${lines.find(({ id }) => id === line)?.title ?? ''}: ` : '';
      return (
        <Select
          label="Next coffee"
          options={rotations.flatMap(({ line, coffees }) =>
            coffees.map(({ id, title, canGoOut }) => ({
              label: `${nameOf(line)}${title}`,
              value: `${line} ${id}`,
              disabled: !canGoOut,
            })),
          )}
          value={typed.place}
          disabled={isAsking}
          onChange={(place) => onType({ place })}
        />
      );
    }
    case 'set lines':
      return <LineFields {...{ subscription, typed, refusals, isAsking, onType }} />;
    default:
      return null;
  }
}

function LineFields({
  subscription,
  typed,
  refusals,
  isAsking,
  onType,
}: Omit<Props, 'change' | 'canBeFollowed'>) {
  const { lines, rotations, currencyCode, amount } = subscription;
  // Another price or product stays as it's set here.
  const unset = lines.filter((kept) => {
    const { price, product } = lineFieldsOf(typed, kept, currencyCode);
    return product === undefined && typedPriceOf({ price, currencyCode }) === kept.price;
  });
  const own = ownPriceWords({
    rotations: rotations.filter(({ line }) => unset.some(({ id }) => id === line)),
  });
  const will = amountOf(typed, subscription);
  return (
    <BlockStack gap="400">
      {lines.map((kept) => {
        const { id } = kept;
        const name = formatProduct(kept);
        const line = lineFieldsOf(typed, kept, currencyCode);
        const set = (change: Partial<typeof line>) =>
          onType({ lines: { ...typed.lines, [id]: { ...line, ...change } } });
        return (
          <BlockStack key={id} gap="200">
            <PickedProduct
              {...{ name, isAsking, lineId: id, picked: line.product }}
              onPick={(product) => set({ product })}
            />
            <FormLayout>
              <FormLayout.Group condensed>
                <TextField
                  label="Quantity"
                  autoComplete="off"
                  inputMode="numeric"
                  value={line.quantity}
                  error={refusals[`quantity ${id}`]}
                  disabled={isAsking}
                  onChange={(quantity) => set({ quantity })}
                />
                <TextField
                  label={`Price for one (${currencyCode})`}
                  autoComplete="off"
                  inputMode="decimal"
                  value={line.price}
                  error={refusals[`price ${id}`]}
                  disabled={isAsking}
                  onChange={(price) => set({ price })}
                />
              </FormLayout.Group>
            </FormLayout>
          </BlockStack>
        );
      })}
      {will === null ? null : (
        <Text as="p">
          {will === amount
            ? `Each order costs ${formatMoney(amount, currencyCode)} before tax, as it does now.${own}`
            : `Each order will cost ${formatMoney(will, currencyCode)} before tax, instead of ${formatMoney(amount, currencyCode)}.${own}`}
        </Text>
      )}
    </BlockStack>
  );
}
