import {
  Banner,
  BlockStack,
  Box,
  Button,
  FormLayout,
  Icon,
  InlineStack,
  Popover,
  Spinner,
  Text,
  TextField,
} from '@shopify/polaris';
import { ClockIcon } from '@shopify/polaris-icons';
import { type FormEvent, useEffect, useState } from 'react';
import { formatTime } from '../formats.ts';
import { loadClock, type Move, moveClock } from '../internal-api/clock.ts';
import { reasonOf } from '../internal-api/request.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';

/** How often to poll while the clock moves, and while it's ahead, in ms. */
const interval = { moving: 500, ahead: 30_000 };
/** Within this many ms, product time counts as the machine's. */
const sameTime = 60_000;

const steps: ReadonlyArray<{ name: string; from: (now: string) => Move }> = [
  { name: '1 hour', from: () => ({ hours: 1 }) },
  { name: '1 day', from: () => ({ days: 1 }) },
  { name: '1 week', from: () => ({ days: 7 }) },
  { name: '1 month', from: (now) => ({ to: monthAfter(now) }) },
];

/** The same day of the next month, or that month's last day. */
function monthAfter(now: string): string {
  const date = new Date(now);
  const day = date.getDate();
  date.setMonth(date.getMonth() + 1);
  if (date.getDate() !== day) date.setDate(0);
  return date.toISOString();
}

/** The top bar's clock: shows product time if it differs from the machine's, and moves it. */
export function ClockMenu() {
  const { data, error, reload } = useLoaded('clock', loadClock);
  const [open, setOpen] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [hasMoved, setHasMoved] = useState(false);
  const now = data?.now ?? null;
  const isMoving = isAsked || data?.movingTo !== undefined;
  const isAhead = now !== null && Math.abs(Date.parse(now) - Date.now()) > sameTime;

  // A terminal may have moved the clock while this window lacked the focus.
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);

  // Polls only after an answer, because another request would abort the running one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (!isMoving && !isAhead) return;
    const timer = setTimeout(reload, isMoving ? interval.moving : interval.ahead);
    return () => clearTimeout(timer);
  }, [isMoving, isAhead, reload, data, error]);

  function move(by: Move) {
    if (isMoving) return;
    setFailure(null);
    setHasMoved(false);
    setIsAsked(true);
    moveClock(by)
      .then(() => setHasMoved(true))
      .catch((thrown: unknown) => setFailure(reasonOf(thrown)))
      .finally(() => {
        setIsAsked(false);
        reload();
      });
  }

  const words = now !== null && isAhead ? formatTime(now) : 'Clock';
  /** Small screens show only the day. */
  const [day = words] = words.split(',');
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      fixed
      preferredAlignment="right"
      autofocusTarget="first-node"
      activator={
        <div className="Polaris-TopBar-Menu__ActivatorWrapper">
          <button
            type="button"
            className="Polaris-TopBar-Menu__Activator"
            aria-label={isAhead ? `Clock: ${words}` : 'Clock'}
            onClick={() => {
              setOpen((before) => !before);
              reload();
            }}
          >
            <span className="Clock" data-ahead={isAhead}>
              <Icon source={ClockIcon} tone="inherit" />
              <span className="Clock-words">
                {day}
                <span className="Clock-hour">{words.slice(day.length)}</span>
              </span>
            </span>
          </button>
        </div>
      }
    >
      <Box padding="400" width="320px" maxWidth="calc(100vw - 24px)">
        <BlockStack gap="300">
          <Text as="h2" variant="headingSm">
            Move the clock forward
          </Text>
          <ClockState now={now} movingTo={data?.movingTo ?? null} isMoving={isMoving} />
          <div role="status">
            <Text as="p" visuallyHidden>
              {isMoving ? 'The clock is moving.' : hasMoved ? 'The clock has moved.' : ''}
            </Text>
          </div>
          {failure === null ? null : (
            <Banner tone="critical" title="The clock couldn’t be moved">
              <p>{failure}</p>
            </Banner>
          )}
          {error === null ? null : (
            <Banner tone="critical" title="The clock couldn’t be read">
              <p>{error}</p>
            </Banner>
          )}
          <InlineStack gap="200">
            {steps.map(({ name, from }) => (
              <Button
                key={name}
                disabled={now === null}
                onClick={() => now !== null && move(from(now))}
              >
                {name}
              </Button>
            ))}
          </InlineStack>
          <ToDate onMove={(date) => move({ to: date.toISOString() })} />
        </BlockStack>
      </Box>
    </Popover>
  );
}

type StateProps = { now: string | null; movingTo: string | null; isMoving: boolean };

function ClockState({ now, movingTo, isMoving }: StateProps) {
  if (now === null) return <Text as="p">Asking for the time…</Text>;
  if (!isMoving) return <Text as="p">{`It’s ${formatTime(now)}.`}</Text>;
  const where = movingTo === null ? '' : ` to ${formatTime(movingTo)}`;
  return (
    <InlineStack gap="200" wrap={false} blockAlign="center">
      <Spinner size="small" />
      <Text as="p">{`Moving${where}. It’s ${formatTime(now)}.`}</Text>
    </InlineStack>
  );
}

function ToDate({ onMove }: { onMove: (date: Date) => void }) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | undefined>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const date = new Date(value);
    const isDate = !Number.isNaN(date.getTime());
    setError(isDate ? undefined : 'Choose a date and time');
    if (isDate) onMove(date);
  }
  return (
    <form onSubmit={submit} noValidate>
      <FormLayout>
        <TextField
          label="To a date"
          type="datetime-local"
          autoComplete="off"
          value={value}
          onChange={setValue}
          error={error}
        />
        <Button submit variant="primary">
          Move the clock
        </Button>
      </FormLayout>
    </form>
  );
}
