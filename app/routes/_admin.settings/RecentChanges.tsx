import { BlockStack, Button, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { useResource, useResourceRequest } from '../../requests/use-resource.ts';
import { SettingsSection } from './SettingsSection.tsx';
import type { ShownChange } from './shown-change.ts';
import type { SavedSettings } from './use-saved-settings.ts';

/** How many are shown until the merchant asks for all. */
const shownAtFirst = 5;

type Props = {
  vendor: Vendor;
  settled: Pick<SavedSettings, 'failures' | 'saved' | 'changed' | 'failed'>;
};

/** Who changed which setting, with Undo. */
export function RecentChanges({ vendor, settled }: Props) {
  const { ask, isAsking } = useResourceRequest({ leavesForUpdate: false });
  const [undoing, setUndoing] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const showToast = useToast();
  const {
    answer: changes,
    failure,
    isAsking: isLoading,
    reload,
  } = useResource({
    path: '/resources/settings/changes',
    answer: async () => (await import('./shown-change.ts')).shownChangesSchema,
    loadedWith: vendor,
  });

  // One that was done although its answer was lost, or can't be done any more, is nothing to solve.
  const { failures, saved } = settled;
  useEffect(() => {
    if (changes === undefined) return;
    const isOpen = (undoOf: number) =>
      changes.some(({ id, undo }) => id === undoOf && undo === 'possible');
    const over = failures
      .flatMap(({ unsaved }) => unsaved)
      .filter(({ undoOf }) => undoOf !== undefined && !isOpen(undoOf));
    if (over.length > 0) saved(over.map(({ name }) => name));
  }, [changes, failures, saved]);

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
    // The button that was pressed is gone with its change.
    place.current?.focus();
    showToast(`${setting} was changed back`);
    settled.changed(setting, answer);
  }

  const shown = showsAll ? changes : changes?.slice(0, shownAtFirst);
  return (
    <SettingsSection title="Recent changes" description="Who changed what, and when.">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for fields */}
      <div ref={place} tabIndex={-1} role="group" aria-label="Recent changes">
        <BlockStack gap="300">
          {shown?.map((change, place) => (
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
          {changes?.length === 0 ? <Text as="p">No changes yet.</Text> : null}
        </BlockStack>
        <div role="status">
          {failure !== undefined ? (
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p">We can’t show recent changes right now.</Text>
              <Button loading={isLoading} onClick={reload}>
                Try again
              </Button>
            </BlockStack>
          ) : changes === undefined ? (
            <Text as="p" tone="subdued">
              Loading recent changes…
            </Text>
          ) : null}
        </div>
      </div>
      {changes !== undefined && changes.length > shownAtFirst && !showsAll ? (
        <InlineStack>
          <Button variant="plain" onClick={() => setShowsAll(true)}>
            {`Show all ${changes.length}`}
          </Button>
        </InlineStack>
      ) : null}
    </SettingsSection>
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
