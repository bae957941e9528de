import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Rotation, RotationProduct } from '#contract/rotation.ts';
import type { RotationPrice } from '#contract/rotation-texts.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { firstErrorOf } from '../../requests/form-answer.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';
import type { LoadedRotation } from './load-rotation.server.ts';
import { fitOf, isSameOrder, joined, type Order, type Products } from './order.ts';

type Payload = Rotation['payload'];

export function orderOf({ products }: Payload): Order {
  return products.map(({ product }) => product.original_id);
}

/** In place of the conflict's own words, which would blame somebody else. */
const changedMaybeByUs = 'An earlier save of yours may have gone through.';

/** Why the last save came to nothing. */
type SaveFailure = { messages: string[]; latest: Payload | undefined };

/**
 * The order on the screen and its way to the server. It stays the merchant's own until it is saved or discarded, whatever is loaded
 * meanwhile; `saved` is what it was made from, null where that could not be loaded.
 */
export function useRotation(
  loaded: Pick<LoadedRotation, 'productId' | 'rotation'>,
  candidates: readonly RotationProduct[],
) {
  const { productId, rotation } = loaded;
  const [saved, setSaved] = useState(rotation);
  const [order, setOrder] = useState<Order>(() => (rotation === null ? [] : orderOf(rotation)));
  const [price, setPrice] = useState<RotationPrice>(rotation?.price ?? 'customer');
  const [failure, setFailure] = useState<SaveFailure>();
  const savedOrder = useMemo(() => (saved === null ? [] : orderOf(saved)), [saved]);
  const savedPrice = saved?.price ?? 'customer';
  const isChanged = !isSameOrder(order, savedOrder) || price !== savedPrice;

  const known = useRef(new Map<string, RotationProduct>());
  const products = useMemo<Products>(() => {
    for (const product of candidates) known.current.set(product.original_id, product);
    for (const { product } of saved?.products ?? []) {
      known.current.set(product.original_id, product);
    }
    return new Map(known.current);
  }, [candidates, saved]);

  const submission = useFormSubmission<Payload>();
  const { fetcher, isSubmitting: isSaving, answer, begin } = submission;
  const showToast = useToast();
  const reload = useRevalidateScreen();
  const latest = useRef({ order, price, saved, isChanged, products });
  latest.current = { order, price, saved, isChanged, products };

  // Reloaded data replaces whatever the merchant didn't touch.
  const lastLoaded = useRef(rotation);
  useEffect(() => {
    if (rotation === null || lastLoaded.current === rotation) return;
    lastLoaded.current = rotation;
    const before = latest.current;
    if (before.saved === null) setOrder(joined(orderOf(rotation), before.order));
    else if (before.isChanged) return;
    else setOrder(orderOf(rotation));
    if (before.saved !== null || before.price === 'customer') setPrice(rotation.price);
    setSaved(rotation);
  }, [rotation]);

  const sent = useRef(latest.current);
  // What a save was made from of which nobody knows whether it was carried out.
  const unsettled = useRef<Payload | null>();
  const { submit } = fetcher;
  const send = useCallback(
    (version: number | undefined) => {
      if (!begin()) return;
      const ids = fitOf(latest.current.order, latest.current.products);
      sent.current = latest.current;
      setFailure(undefined);
      const form = new FormData();
      form.set('intent', 'save-rotation');
      form.set('productId', productId);
      const { price: chosen, saved: before } = latest.current;
      // A price that the merchant hasn't seen stays.
      if (chosen !== (before?.price ?? 'customer')) form.set('price', chosen);
      if (version !== undefined) form.set('version', String(version));
      for (const [index, id] of ids.entries()) form.set(`products[${index}]`, id);
      submit(form, { method: 'post' });
    },
    [productId, submit, begin],
  );

  const handled = useRef<unknown>();
  useEffect(() => {
    if (answer === undefined || handled.current === answer) return;
    handled.current = answer;
    if (answer.saved !== null) {
      const now = answer.saved;
      setSaved(now);
      if (isSameOrder(latest.current.order, sent.current.order)) setOrder(orderOf(now));
      if (latest.current.price === sent.current.price) setPrice(now.price);
      showToast('Rotation has been updated');
      return;
    }
    const { saved: before } = sent.current;
    if (isOutcomeUnknown(answer.status)) unsettled.current = before;
    const isMaybeOurs = answer.status === 409 && unsettled.current === before;
    const messages = Object.values(answer.result.error ?? {}).flatMap((list) => list ?? []);
    const first = firstErrorOf(answer.result);
    const shown = messages.length > 0 || first === undefined ? messages : [first];
    setFailure({ messages: isMaybeOurs ? [changedMaybeByUs] : shown, latest: answer.latest });
    showToast('Something went wrong', { isError: true });
  }, [answer, showToast]);

  return {
    order,
    setOrder,
    price,
    setPrice,
    products,
    savedOrder,
    savedPrice,
    isChanged,
    /** Leaves to where the store grants what is missing. */
    isLeaving: answer?.updateUrl !== undefined,
    isSaving,
    failure,
    /** Whether a save would overwrite an order that the merchant hasn't seen. */
    isUnseen: saved === null,
    save: () => send(latest.current.saved?.version),
    /** Saves over what somebody else saved. */
    overwrite: (theirs: Payload) => send(theirs.version),
    show(theirs: Payload) {
      setSaved(theirs);
      setOrder(orderOf(theirs));
      setPrice(theirs.price);
      setFailure(undefined);
    },
    discard() {
      setOrder(savedOrder);
      setPrice(savedPrice);
      setFailure(undefined);
      if (unsettled.current === saved) reload();
    },
    dismissFailure: () => setFailure(undefined),
  };
}

export type RotationOnScreen = ReturnType<typeof useRotation>;
