import { Icon, InlineStack } from '@shopify/polaris';
import { DragHandleIcon } from '@shopify/polaris-icons';
import { memo, type ReactNode, useMemo } from 'react';
import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  type DraggableStateSnapshot,
  type DragStart,
  type DragUpdate,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from 'react-beautiful-dnd';
import type { RotationProduct } from '#contract/rotation.ts';
import { titleOf } from './product-words.ts';
import { plainList, type SelectedListProps, SelectedRow } from './SelectedRow.tsx';

const instructions =
  'Press space bar to pick up the product. Use the arrow keys to move it, space bar to drop it, and escape to cancel.';

/** The selected products, to drag by mouse, touch or keyboard. Its constants are those of the specification (§9). */
export const DraggableList = memo(function DraggableList(props: SelectedListProps) {
  const { products, onMoved, onDragged } = props;
  const responders = useMemo(() => {
    const nameAt = (index: number) => {
      const product = products[index];
      return product === undefined ? '' : titleOf(product);
    };
    const place = (index: number) => `position ${index + 1} of ${products.length}`;
    return {
      onDragStart({ source }: DragStart, { announce }: ResponderProvided) {
        announce(`You have lifted ${nameAt(source.index)} from ${place(source.index)}.`);
      },
      onDragUpdate({ source, destination }: DragUpdate, { announce }: ResponderProvided) {
        onDragged(destination ? { from: source.index, to: destination.index } : null);
        const name = nameAt(source.index);
        announce(
          destination
            ? `You have moved ${name} to ${place(destination.index)}.`
            : `${name} is not over the list.`,
        );
      },
      onDragEnd({ source, destination, reason }: DropResult, { announce }: ResponderProvided) {
        onDragged(null);
        const name = nameAt(source.index);
        if (reason === 'CANCEL' || !destination) {
          announce(`${name} is back at ${place(source.index)}.`);
          return;
        }
        announce(`You have dropped ${name} at ${place(destination.index)}.`);
        onMoved(source.index, destination.index);
      },
    };
  }, [products, onMoved, onDragged]);

  return (
    <DragDropContext {...responders} dragHandleUsageInstructions={instructions}>
      <Droppable droppableId="selected-products">
        {({ innerRef, droppableProps, placeholder }) => (
          <ol ref={innerRef} {...droppableProps} style={plainList}>
            <Rows {...props} />
            {placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  );
});

/** Memoized, so that dragging one row doesn't render the others. */
const Rows = memo(function Rows({ products, synced, onRemove }: SelectedListProps) {
  return products.map((product, index) => (
    <Draggable key={product.original_id} draggableId={product.original_id} index={index}>
      {(provided, snapshot) => (
        <DraggedRow
          product={product}
          isFirst={index === 0}
          isSynced={synced.has(product.original_id)}
          onRemove={onRemove}
          provided={provided}
          snapshot={snapshot}
        />
      )}
    </Draggable>
  ));
});

type DraggedRowProps = {
  product: RotationProduct;
  isFirst: boolean;
  isSynced: boolean;
  onRemove: (id: string) => void;
  provided: DraggableProvided;
  snapshot: DraggableStateSnapshot;
};

function DraggedRow({ provided, snapshot, ...row }: DraggedRowProps) {
  const { innerRef, draggableProps, dragHandleProps } = provided;
  const named = { 'aria-label': `Reorder ${titleOf(row.product)}` };
  const handle = (picture: ReactNode) => (
    <div {...dragHandleProps} {...named}>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Icon source={DragHandleIcon} tone="subdued" />
        {picture}
      </InlineStack>
    </div>
  );
  return (
    <li ref={innerRef} {...draggableProps}>
      <SelectedRow {...row} handle={handle} isLifted={snapshot.isDragging} />
    </li>
  );
}
