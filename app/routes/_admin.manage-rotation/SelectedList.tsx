import { Banner, Box } from '@shopify/polaris';
import { type ComponentType, memo, useCallback, useEffect, useState } from 'react';
import { loadScript } from '../../network/load-script.ts';
import { plainList, type SelectedListProps, SelectedRow } from './SelectedRow.tsx';

type Dragging = ComponentType<SelectedListProps> | 'failed' | undefined;

/** The selected products. What drags them comes after the screen: the list is there before it. */
export const SelectedList = memo(function SelectedList(props: SelectedListProps) {
  const [Dragging, setDragging] = useState<Dragging>();
  const load = useCallback(() => {
    setDragging(undefined);
    loadScript(() => import('./DraggableList.tsx')).then(
      ({ DraggableList }) => setDragging(() => DraggableList),
      () => setDragging('failed'),
    );
  }, []);
  useEffect(load, [load]);

  if (Dragging !== undefined && Dragging !== 'failed') return <Dragging {...props} />;
  return (
    <>
      {Dragging === 'failed' ? (
        <Box padding="400">
          <Banner
            tone="warning"
            title="You can’t reorder products right now"
            action={{ content: 'Try again', onAction: load }}
          >
            Check your internet connection and try again.
          </Banner>
        </Box>
      ) : null}
      <ol style={plainList}>
        {props.products.map((product, index) => (
          <li key={product.original_id}>
            <SelectedRow
              product={product}
              isFirst={index === 0}
              isSynced={props.synced.has(product.original_id)}
              onRemove={props.onRemove}
            />
          </li>
        ))}
      </ol>
    </>
  );
});
