import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  ProgressBar,
  Spinner,
  Text,
} from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import { Announced } from '../../components/Announced.tsx';
import {
  doneOf,
  haltInWords,
  outcomeInWords,
  progressInWords,
  timeLeftInWords,
} from './sync-words.ts';
import type { SyncRunOnScreen } from './use-sync-run.ts';

type Props = Pick<SyncRunOnScreen, 'run' | 'phase' | 'pause' | 'timeLeft' | 'stop'>;

const percentsBetweenWords = 25;

export const progressHeadingId = 'sync-progress';

/** How far a run is, how long it still takes, and how it ended. */
export function SyncProgress({ run, phase, pause, timeLeft, stop }: Props) {
  const isRunning = phase.kind === 'running' || phase.kind === 'stopping';
  const seconds = useCountdown(pause);
  const percent = run.total === 0 ? 0 : (100 * doneOf(run)) / run.total;
  const title = headingOf(phase, run);
  const heading = useRef<HTMLDivElement>(null);
  const stopAndStay = () => {
    // The button goes; the keyboard's place stays here.
    heading.current?.focus();
    stop();
  };
  const detail = detailOf(phase, seconds, timeLeft);
  const halt = phase.kind === 'halted' ? haltInWords[phase.problem] : undefined;
  return (
    <Card>
      <Announced>{isRunning ? spokenOf(seconds > 0, percent) : ''}</Announced>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
          <InlineStack gap="200" blockAlign="center" wrap={false}>
            {isRunning ? <Spinner size="small" accessibilityLabel="Syncing orders" /> : null}
            <div id={progressHeadingId} role="status" tabIndex={-1} ref={heading}>
              <Text as="h2" variant="headingMd">
                {title}
              </Text>
            </div>
          </InlineStack>
          {
            // 'Go on' has another place: under the finger it would take the second click of a double-click.
            isRunning ? (
              <Button onClick={stopAndStay} disabled={phase.kind === 'stopping'}>
                Stop
              </Button>
            ) : null
          }
        </InlineStack>
        <ProgressBar
          progress={Math.floor(percent)}
          size="small"
          tone="primary"
          ariaLabelledBy={progressHeadingId}
        />
        <Text as="p" tone="subdued">
          {`${progressInWords(run)}${detail}`}
        </Text>
        {phase.kind === 'halted' ? (
          <Banner
            tone="critical"
            title={halt?.title ?? 'The rest wasn’t sent'}
            {...(phase.problem !== 'unavailable' && {
              action: { content: 'Open Integrations', url: '/integrations' },
            })}
          >
            <p>{halt?.text}</p>
          </Banner>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function headingOf(phase: Props['phase'], run: Props['run']): string {
  if (phase.kind === 'running') return 'Sending orders to ShipStation';
  if (phase.kind === 'stopping') return 'Stopping once these orders are sent';
  if (phase.kind === 'done') return outcomeInWords(run);
  return phase.kind === 'stopped' ? 'Stopped' : 'Paused';
}

function detailOf(phase: Props['phase'], seconds: number, timeLeft: number | undefined): string {
  if (phase.kind !== 'running') return '';
  if (seconds > 0) {
    return `. ShipStation’s limit for this minute is reached. Continuing in ${formatCount(seconds, 'second')}`;
  }
  return timeLeft === undefined ? '' : `, ${timeLeftInWords(timeLeft)}`;
}

/** Counts the seconds down that a pause lasts. */
function useCountdown(pause: number): number {
  const [left, setLeft] = useState(pause);
  useEffect(() => {
    setLeft(pause);
    if (pause === 0) return;
    const endsAt = performance.now() + pause * 1000;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [pause]);
  return left;
}

/** Text for screen readers during a run: each quarter and each pause, not every batch. */
function spokenOf(isPaused: boolean, percent: number): string {
  if (isPaused) return 'Waiting for ShipStation’s next minute';
  const quarters = Math.floor(percent / percentsBetweenWords) * percentsBetweenWords;
  return quarters === 0 ? '' : `${quarters} percent of the orders are done`;
}
