import { Banner, FormLayout, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { formatDay, formatMoney, formatProduct } from '#contract/format.ts';
import { orderAmountOf } from '#contract/money.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { priceRefusal, typedPriceOf } from '#contract/typed-price.ts';
import { RequestModal } from '../../forms/RequestModal.tsx';
import { useFocusOnRefusal } from '../../forms/use-focus-on-refusal.ts';
import { PickedProduct } from '../../recurring-orders/PickedProduct.tsx';
import type { PickedVariant } from '../../recurring-orders/picked-variant.ts';
import { quantityRefusal, typedQuantityOf } from '../../recurring-orders/typed-quantity.ts';
import type { LoadedChangeProps } from './LoadedChange.tsx';
import { costInWords, firstCharged, nextCoffeeOf, ownPriceWords } from './next-order.ts';
import { useContractChange } from './use-contract-change.ts';

type Refusals = { product?: string; quantity?: string; price?: string };
type Typed = {
  product: PickedVariant | undefined;
  quantity: string;
  price: string;
  isOwnPrice: boolean;
};
const nothing: Typed = { product: undefined, quantity: '1', price: '', isOwnPrice: false };

/** `price` is in minor units; undefined while it can't be read. */
function readOf({ product, quantity, price }: Typed, currencyCode: string) {
  const wanted = typedQuantityOf(quantity);
  const minor = typedPriceOf({ price, currencyCode });
  const refusals: Refusals = {
    ...(product === undefined && { product: 'Choose a product' }),
    ...(wanted === null && { quantity: quantityRefusal }),
    ...(minor === null && { price: priceRefusal(currencyCode) }),
  };
  return { line: { quantity: wanted ?? 0, price: minor ?? 0 }, refusals };
}

/** Adds a product to the order that goes out next, and says what that holds and costs then. */
export function OnceModal({ subscription, onChanged, onClose }: LoadedChangeProps) {
  // What was typed follows from what was seen then: a colleague's addition isn't doubled without a word.
  const { change, isAsking, failure } = useContractChange(subscription, subscription.tag);
  const [typed, setTyped] = useState(nothing);
  const [id, setId] = useState(() => crypto.randomUUID());
  const [refusals, setRefusals] = useState<Refusals>({});
  useFocusOnRefusal(refusals);
  const isPossible = isAsking || subscription.changes.includes('add once');
  const { currencyCode } = subscription;
  const type = (more: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...more }));
    setRefusals({});
    // Something else is asked for than before.
    setId(crypto.randomUUID());
  };

  async function send() {
    const { line, refusals: refused } = readOf(typed, currencyCode);
    const { product } = typed;
    if (product === undefined || Object.keys(refused).length > 0) return setRefusals(refused);
    const { isOwnPrice } = typed;
    const added = { id, variant: product.id, ...line, isOwnPrice };
    const { answer } = await change({ change: 'add once', ...added });
    if (answer !== undefined) onChanged('Product added');
  }

  const field = { autoComplete: 'off', disabled: isAsking };
  return (
    <RequestModal
      title="Add a product once"
      confirm="Add product"
      isReady={isPossible}
      unsaved={typed === nothing ? undefined : 'The product you chose will be lost.'}
      {...{ isAsking, failure, onClose }}
      onConfirm={() => void send()}
    >
      {isPossible ? null : (
        <Banner tone="warning" title="This isn’t possible anymore as the subscription stands now" />
      )}
      <PickedProduct
        {...{ name: null, isAsking, lineId: 'once', picked: typed.product }}
        refusal={refusals.product}
        onPick={(product) => type({ product, price: product.price ?? '', isOwnPrice: true })}
      />
      <FormLayout>
        <FormLayout.Group condensed>
          <TextField
            {...field}
            label="Quantity"
            inputMode="numeric"
            value={typed.quantity}
            error={refusals.quantity}
            onChange={(quantity) => type({ quantity })}
          />
          <TextField
            {...field}
            label={`Price for one (${currencyCode})`}
            inputMode="decimal"
            value={typed.price}
            error={refusals.price}
            helpText="The product’s own price, unless you change it. 0 makes it a gift."
            onChange={(price) => type({ price, isOwnPrice: false })}
          />
        </FormLayout.Group>
      </FormLayout>
      <Outcome subscription={subscription} typed={typed} id={id} />
    </RequestModal>
  );
}

/** What a line holds in the next order: the next product of its rotation, if it has one. */
function nextTitleOf(
  { id, title }: SubscriptionContract['lines'][number],
  { rotations }: SubscriptionContract,
): string {
  const rotation = rotations.find(({ line }) => line === id);
  if (rotation === undefined) return title;
  return nextCoffeeOf(rotation)?.title ?? 'a product that you’ll be asked for';
}

type OutcomeProps = { subscription: SubscriptionContract; typed: Typed; id: string };

/** The order's products and price with the typed values, and what else follows. */
function Outcome({ subscription, typed, id }: OutcomeProps) {
  const { amount, currencyCode, lines } = subscription;
  // What is asked for may be added already, where its answer was lost.
  const once = subscription.once.filter((extra) => extra.id !== id);
  const { line, refusals } = readOf(typed, currencyCode);
  const next = firstCharged(subscription);
  const day = next?.outcome === 'upcoming' ? next.day : undefined;
  const soon = next === undefined ? 'The next order' : 'The next order that’s charged';
  const order = day === undefined ? soon : `The order of ${formatDay(day)}`;
  const now = orderAmountOf(once, amount);
  const coffees = lines.map((one) => ({ ...one, title: nextTitleOf(one, subscription) }));
  const held = [...coffees, ...once].map((one) => `${one.quantity} × ${formatProduct(one)}`);
  const added = `${line.quantity} × ${typed.product?.name ?? ''}`;
  const own = ownPriceWords(subscription);
  const before = formatMoney(now, currencyCode);
  const cost = costInWords(formatMoney(orderAmountOf([line], now), currencyCode), before);
  return (
    <>
      <Text as="p" breakWord>
        {Object.keys(refusals).length > 0
          ? `${order} holds ${held.join(', ')} by now, and costs ${before} before tax.${own}`
          : `${order} will hold ${[...held, added].join(', ')}, and ${cost}.${own}`}
      </Text>
      <Text as="p">
        It goes out once, with the next order that’s charged. If that order is skipped, it goes with
        the one after. All later orders stay as they are.
      </Text>
      <Text as="p">
        If it can’t be sold by then, the order goes out without it, and the history says why. You
        can remove it here until the order is charged.
      </Text>
      {next?.cutoff?.isOver ? (
        <Text as="p">
          {`The cut-off of the order of ${formatDay(next.day)} is over, so it may be roasted already.`}
        </Text>
      ) : null}
    </>
  );
}

type RemoveProps = LoadedChangeProps & { extra: SubscriptionContract['once'][number] };

/** Takes out of the next order again what was added to it. */
export function RemoveOnceModal({ subscription, extra, onChanged, onClose }: RemoveProps) {
  const { change, isAsking, failure } = useContractChange(subscription);
  const isThere = isAsking || subscription.once.some(({ id }) => id === extra.id);
  const { amount, currencyCode, once } = subscription;
  const left = once.filter(({ id }) => id !== extra.id);

  async function send() {
    const { answer } = await change({ change: 'remove once', id: extra.id });
    if (answer !== undefined) onChanged('Product removed');
  }

  return (
    <RequestModal
      size="small"
      title={`Remove ${formatProduct(extra)} from the next order?`}
      confirm="Remove"
      isDestructive
      isReady={isThere}
      {...{ isAsking, failure, onClose }}
      onConfirm={() => void send()}
    >
      <Text as="p">
        {isThere
          ? `The next order costs ${formatMoney(orderAmountOf(left, amount), currencyCode)} before tax then.${ownPriceWords(subscription)} You can add it again.`
          : 'It isn’t part of the next order anymore.'}
      </Text>
    </RequestModal>
  );
}
