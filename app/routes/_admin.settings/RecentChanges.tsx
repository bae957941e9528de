import { Banner, BlockStack, Button, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment, useRef, useState } from 'react';
import { useToast } from '../../bridge/toast.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { useResourceRequest } from '../../resource-routes/use-resource-request.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import type { ShownChange } from './load-history.server.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** As many as are shown until all of them are asked for. */
const shownAtFirst = 5;

type Props = {
  changes: ShownChange[] | null;
  onUndone: (what: string, answer: unknown) => void;
  /** The list may not be what there is any more. */
  onRefused: () => void;
};

/** Who changed which setting, and the way back. */
export function RecentChanges({ changes, onUndone, onRefused }: Props) {
  const { ask, isAsking, failure } = useResourceRequest();
  const [undoing, setUndoing] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const showToast = useToast();

  async function undo({ id, setting }: ShownChange) {
    setUndoing(id);
    const { answer, failure: refusal } = await ask({
      method: 'POST',
      path: '/vendor-settings/undo',
      body: { id },
      answer: async () => anyAnswer,
    });
    setUndoing(undefined);
    // The button that was pressed is gone with its change.
    place.current?.focus();
    if (refusal === undefined) {
      showToast(`${setting} is as it was before`);
      onUndone(setting, answer);
    } else onRefused();
  }

  const shown = showsAll ? changes : changes?.slice(0, shownAtFirst);
  return (
    <SettingsSection title="Recent changes" description="Who changed what, in your store's time.">
      {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
      <div ref={place} tabIndex={-1}>
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
          {changes === null ? (
            <Text as="p">Recent changes can not be shown right now.</Text>
          ) : changes.length === 0 ? (
            <Text as="p">Nothing was changed yet.</Text>
          ) : null}
        </BlockStack>
      </div>
      {changes !== null && changes.length > shownAtFirst && !showsAll ? (
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
