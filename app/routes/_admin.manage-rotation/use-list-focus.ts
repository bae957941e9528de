import { useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { RotationProduct } from '#contract/rotation.ts';
import { maximumRotationProducts } from '#contract/rotation-texts.ts';
import { focusHeading } from '../../forms/use-focus-return.ts';
import { addButtonId } from './AvailableProducts.tsx';
import { added, joined, type Order, type Products, removed } from './order.ts';
import { titleOf } from './product-words.ts';
import { removeButtonId } from './SelectedRow.tsx';

type Options = {
  order: Order;
  setOrder: (change: (before: Order) => Order) => void;
  products: Products;
  available: readonly RotationProduct[];
};

/**
 * Moves products between the two lists. The focus goes to the neighbour of what left its list, and `spoken` is what a screen reader is
 * told. The functions stay the same.
 */
export function useListFocus({ order, setOrder, products, available }: Options) {
  const [spoken, setSpoken] = useState('');
  const focused = useRef<string>();
  const latest = useRef({ order, products, available });
  latest.current = { order, products, available };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once the lists have changed.
  useEffect(() => {
    if (focused.current === undefined) return;
    document.getElementById(focused.current)?.focus();
    focused.current = undefined;
    // What was removed may be none of the products that the search found.
    focusHeading();
  }, [order]);

  const add = useCallback(
    (id: string) => {
      const ids = latest.current.available.map((product) => product.original_id);
      const neighbour = neighbourOf(ids, id);
      focused.current = neighbour === undefined ? removeButtonId(id) : addButtonId(neighbour);
      setSpoken(
        `${nameOf(id, latest.current.products)} added at position ${latest.current.order.length + 1}.`,
      );
      setOrder((before) => added(before, id));
    },
    [setOrder],
  );
  /** Adds several in the order given, as far as there is room. */
  const addAll = useCallback(
    (given: Order) => {
      const { order: before } = latest.current;
      const ids = joined(before, given).slice(before.length, maximumRotationProducts);
      const [first] = ids;
      if (first === undefined) return;
      focused.current = removeButtonId(first);
      setSpoken(
        `${formatCount(ids.length, 'product')} added, starting at position ${before.length + 1}.`,
      );
      setOrder((order) => joined(order, ids));
    },
    [setOrder],
  );
  const remove = useCallback(
    (id: string) => {
      const neighbour = neighbourOf(latest.current.order, id);
      focused.current = neighbour === undefined ? addButtonId(id) : removeButtonId(neighbour);
      setSpoken(`${nameOf(id, latest.current.products)} removed.`);
      setOrder((before) => removed(before, id));
    },
    [setOrder],
  );
  return { spoken, add, addAll, remove };
}

/** The one after, or before where it is the last. */
function neighbourOf(ids: readonly string[], id: string): string | undefined {
  const index = ids.indexOf(id);
  return ids[index + 1] ?? ids[index - 1];
}

function nameOf(id: string, products: Products): string {
  const product = products.get(id);
  return product === undefined ? '' : titleOf(product);
}
