import { BlockStack, Button, Text } from '@shopify/polaris';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { useResource } from '../../requests/use-resource.ts';
import type { ChangeListProps } from './ChangeList.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import type { SavedSettings } from './use-saved-settings.ts';

type Props = {
  vendor: Vendor;
  settled: ChangeListProps['settled'] & Pick<SavedSettings, 'failures' | 'saved'>;
};

/** Who changed which setting, with Undo. */
export function RecentChanges({ vendor, settled }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [List, setList] = useState<ComponentType<ChangeListProps>>();
  const {
    answer: changes,
    failure,
    isAsking,
    reload,
  } = useResource({
    path: '/resources/settings/changes',
    // Loads after the screen, which doesn't wait for the changes or their list.
    answer: async () => {
      const [{ shownChangesSchema }, { ChangeList }] = await Promise.all([
        import('./shown-change.ts'),
        import('./ChangeList.tsx'),
      ]);
      setList(() => ChangeList);
      return shownChangesSchema;
    },
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

  return (
    <SettingsSection title="Recent changes" description="Who changed what, and when.">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for fields */}
      <div ref={place} tabIndex={-1} role="group" aria-label="Recent changes">
        {changes && List ? (
          <List changes={changes} settled={settled} onUndone={() => place.current?.focus()} />
        ) : null}
        <div role="status">
          {failure !== undefined ? (
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p">We can’t show recent changes right now.</Text>
              <Button loading={isAsking} onClick={reload}>
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
    </SettingsSection>
  );
}
