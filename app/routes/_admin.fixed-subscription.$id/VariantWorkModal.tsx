import { BlockStack, Box, List, Modal, ProgressBar, Scrollable, Text } from '@shopify/polaris';
import { formatCount, formatNumber } from '#contract/format.ts';
import { useLeaveGuard } from '../../bridge/use-leave-guard.ts';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { failuresByReason } from './change-in-steps.ts';
import type { VariantWork } from './use-variant-work.ts';
import type { VariantChange } from './variant-requests.ts';

type Props = {
  work: VariantWork;
  onStop: () => void;
  onRetry: () => void;
  /** Called when the merchant has seen what failed. */
  onClose: () => void;
};

const texts: Record<
  VariantChange,
  { running: string; done: string; failed: string; unknown: string; reading: string }
> = {
  add: {
    running: 'Adding variants',
    done: 'added',
    failed: 'couldn’t be added',
    unknown: 'may or may not have been added',
    reading: 'Checking which variants were added',
  },
  remove: {
    running: 'Removing variants',
    done: 'removed',
    failed: 'couldn’t be removed',
    unknown: 'may or may not have been removed',
    reading: 'Checking which variants were removed',
  },
};

/** How far a change of many variants is, and afterwards what failed and why. */
export function VariantWorkModal({ work, onStop, onRetry, onClose }: Props) {
  if (work.phase === 'changing') return <Running work={work} onStop={onStop} />;
  if (work.phase === 'failed') {
    return <Failures work={work} onRetry={onRetry} onClose={onClose} />;
  }
  return null;
}

type RunningProps = Pick<Props, 'onStop'> & { work: Extract<VariantWork, { phase: 'changing' }> };

function Running({ work, onStop }: RunningProps) {
  const { blocker } = useLeaveGuard(true);
  useFocusReturn();
  const { progress, stopped } = work;
  const isSent = progress.done === progress.total;
  const unanswered = progress.failed.filter(({ isUnknown }) => isUnknown).length;
  const failed = progress.failed.length - unanswered;
  return (
    <Modal
      open
      title={texts[work.change].running}
      onClose={onStop}
      secondaryActions={[
        {
          content: stopped ? 'Stopping' : 'Stop',
          disabled: stopped || isSent,
          onAction: onStop,
        },
      ]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <ProgressBar
            progress={Math.floor((100 * progress.done) / progress.total)}
            ariaLabelledBy="variant-progress"
            animated={false}
          />
          <div id="variant-progress" role="status" aria-live="polite">
            <Text as="p">
              {isSent && unanswered > 0
                ? texts[work.change].reading
                : `${formatCount(progress.done, 'variant')} of ${formatNumber(progress.total)}`}
            </Text>
          </div>
          {failed > 0 ? (
            <Text as="p" tone="critical">
              {`${formatCount(failed, 'variant')} failed so far`}
            </Text>
          ) : null}
          {blocker.state === 'blocked' ? (
            <Text as="p">Wait until it’s done, or stop it, before you leave.</Text>
          ) : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

type FailuresProps = Pick<Props, 'onRetry' | 'onClose'> & {
  work: Extract<VariantWork, { phase: 'failed' }>;
};

function Failures({ work, onRetry, onClose }: FailuresProps) {
  // A double click on Stop must not press what takes its place.
  const isClickable = useDoubleClickGuard(true);
  useFocusReturn();
  const { changed, failed } = work.progress;
  const { done, failed: notDone, unknown } = texts[work.change];
  const unanswered = failed.filter(({ isUnknown }) => isUnknown).length;
  const refused = failed.length - unanswered;
  const outcomes = [
    ...(refused > 0 ? [`${formatCount(refused, 'variant')} ${notDone}`] : []),
    ...(unanswered > 0 ? [`${formatCount(unanswered, 'variant')} ${unknown}`] : []),
  ];
  return (
    <Modal
      open
      title={outcomes[0]}
      onClose={onClose}
      primaryAction={{ content: 'Try these again', disabled: !isClickable, onAction: onRetry }}
      secondaryActions={[{ content: 'Close', onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <div role="alert">
            <Text as="p">
              {`${[`${formatCount(changed, 'variant')} ${done}`, ...outcomes].join('. ')}.`}
            </Text>
          </div>
          {failuresByReason(failed).map(({ reason, variants }) => (
            <BlockStack key={reason} gap="200">
              <Text as="h3" variant="headingSm" breakWord>
                {variants.length === 1
                  ? reason
                  : `${reason} (${formatCount(variants.length, 'variant')})`}
              </Text>
              <Scrollable shadow focusable style={{ maxHeight: '16rem' }}>
                <Box paddingInlineStart="100">
                  <List gap="extraTight">
                    {variants.map(({ id, name }) => (
                      <List.Item key={id}>{name}</List.Item>
                    ))}
                  </List>
                </Box>
              </Scrollable>
            </BlockStack>
          ))}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
