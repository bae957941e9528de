import { useNavigate } from '@remix-run/react';
import { Box, Button, InlineStack, Select } from '@shopify/polaris';
import type { SavedView } from '#contract/saved-view.ts';
import { viewSearchOf } from '#contract/subscription-contract-names.ts';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { useAskedList } from '../../list/list-address.ts';
import type { ViewDialogOf } from './ViewDialog.tsx';

/** The view that the address names, which stays chosen while its filters are changed; undefined for one that is gone. */
function useChosenView(views: readonly SavedView[]) {
  const { asked } = useAskedList();
  return { chosen: views.find(({ id }) => id === asked.get('view')), search: viewSearchOf(asked) };
}

/** Leads to a saved view. */
export function ViewSelect({ views }: { views: readonly SavedView[] }) {
  const { chosen } = useChosenView(views);
  const navigate = useNavigate();
  return (
    <Select
      label="View"
      options={[
        { label: 'All subscriptions', value: '' },
        ...views.map(({ id, name }) => ({ label: name, value: id })),
      ]}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const view = views.find((each) => each.id === id);
        const address = view === undefined ? '?' : viewAddress(view);
        navigate(address, { preventScrollReset: true });
      }}
    />
  );
}

/** The address of the list with a view. */
export function viewAddress({ id, search }: Pick<SavedView, 'id' | 'search'>): string {
  return `?${search}${search === '' ? '' : '&'}view=${id}`;
}

type Props = { views: readonly SavedView[]; onPress: (dialog: ViewDialogOf) => void };

/** The buttons for views of the list's present state. */
export function ViewActions({ views, onPress }: Props) {
  const { chosen, search } = useChosenView(views);
  // The pressed button may be gone then.
  const notePress = useFocusAfterPress(chosen?.id, focusHeading);
  const press = (dialog: ViewDialogOf) => {
    notePress();
    onPress(dialog);
  };
  if (chosen === undefined && search === '') return null;
  const isChanged = chosen?.search !== search;
  return (
    <Box paddingInline={{ xs: '400', sm: '0' }}>
      <InlineStack gap="200">
        {chosen === undefined ? null : (
          <Button onClick={() => press({ kind: 'change', view: chosen, search })}>
            {isChanged ? 'Save changes' : 'Rename view'}
          </Button>
        )}
        {isChanged ? (
          <Button onClick={() => press({ kind: 'create', search })}>
            {chosen === undefined ? 'Save view' : 'Save as new view'}
          </Button>
        ) : null}
        {chosen === undefined ? null : (
          <Button onClick={() => press({ kind: 'delete', view: chosen })}>Delete view</Button>
        )}
      </InlineStack>
    </Box>
  );
}
