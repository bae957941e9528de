import { BlockStack, Button, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment, useState } from 'react';
import { useToast } from '../../bridge/toast.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { useResourceRequest } from '../../requests/use-resource.ts';
import type { ShownChange } from './shown-change.ts';
import type { SavedSettings } from './use-saved-settings.ts';

/** How many are shown until the merchant asks for all. */
const shownAtFirst = 5;

export type ChangeListProps = {
  changes: readonly ShownChange[];
  settled: Pick<SavedSettings, 'changed' | 'failed'>;
  /** The button that was pressed is gone with its change. */
  onUndone: () => void;
};

/** Changes of settings, newest first, with Undo. */
export function ChangeList({ changes, settled, onUndone }: ChangeListProps) {
  const { ask, isAsking } = useResourceRequest({ leavesForUpdate: false });
  const [undoing, setUndoing] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const showToast = useToast();

  async function undo({ id, setting }: ShownChange) {
    if (isAsking) return;
    setUndoing(id);
    const { answer, failure: refusal } = await ask({
      method: 'POST',
      path: '/resources/settings/undo',
      body: { id },
      answer: async () => (await import('#contract/vendor-settings.ts')).updatedVendorSchema,
    });
    setUndoing(undefined);
    if (refusal !== undefined) {
      return settled.failed([{ name: `Undo of ${setting}`, undoOf: id }], refusal);
    }
    onUndone();
    showToast(`${setting} was changed back`);
    settled.changed(setting, answer);
  }

  const shown = showsAll ? changes : changes.slice(0, shownAtFirst);
  return (
    <BlockStack gap="300">
      <BlockStack gap="300">
        {shown.map((change, place) => (
          <Fragment key={change.id}>
            {place === 0 ? null : <Divider />}
            <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
              <BlockStack gap="100">
                <WrappingText>
                  <Text as="p">
                    <Text as="span" fontWeight="semibold">
                      {change.setting}
                    </Text>{' '}
                    {change.change}
                  </Text>
                </WrappingText>
                <Text as="p" tone="subdued">{`${change.by} · ${change.when}`}</Text>
              </BlockStack>
              <UndoOf
                change={change}
                isUndoing={undoing === change.id}
                isHeld={isAsking}
                onUndo={() => void undo(change)}
              />
            </InlineStack>
          </Fragment>
        ))}
        {changes.length === 0 ? <Text as="p">No changes yet.</Text> : null}
      </BlockStack>
      {changes.length > shownAtFirst && !showsAll ? (
        <InlineStack>
          <Button variant="plain" onClick={() => setShowsAll(true)}>
            {`Show all ${changes.length}`}
          </Button>
        </InlineStack>
      ) : null}
    </BlockStack>
  );
}

type UndoProps = {
  change: ShownChange;
  isUndoing: boolean;
  isHeld: boolean;
  onUndo: () => void;
};

function UndoOf({ change, isUndoing, isHeld, onUndo }: UndoProps) {
  if (change.undo === 'impossible') return null;
  if (change.undo === 'overtaken') {
    return (
      <Text as="span" tone="subdued">
        Changed since
      </Text>
    );
  }
  return (
    <Button
      loading={isUndoing}
      disabled={isHeld}
      accessibilityLabel={`Undo: ${change.setting} ${change.change}`}
      onClick={onUndo}
    >
      Undo
    </Button>
  );
}
