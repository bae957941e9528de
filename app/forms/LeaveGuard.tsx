import { type BlockerFunction, type Location, useBlocker } from '@remix-run/react';
import { useCallback } from 'react';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from './lazy-dialog.tsx';

const leaveQuestion = lazyDialog(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);

type Props = {
  /** Whether the merchant agreed to leave elsewhere. */
  hasAgreed: () => boolean;
  onDiscard: () => void;
  /** What would be lost. */
  text: string;
  /** The parameter of the address that says what is being changed: another value of it is another place. */
  parameter?: string;
};

/**
 * Asks before a link, or Back within the app's frame, leaves what is unsaved. Dialogs of the screen open freely. The router heeds one
 * blocker at a time: while a dialog with its own is open, this is not mounted.
 */
export function LeaveGuard({ hasAgreed, onDiscard, text, parameter }: Props) {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) =>
        placeOf(currentLocation, parameter) !== placeOf(nextLocation, parameter) && !hasAgreed(),
      [hasAgreed, parameter],
    ),
  );
  usePrefetchedDialog(leaveQuestion);
  if (blocker.state !== 'blocked') return null;
  return (
    <DialogOnDemand
      dialog={leaveQuestion}
      props={{
        title: 'Discard unsaved changes?',
        confirm: 'Discard changes',
        children: text,
        onClose: () => blocker.reset(),
        onConfirm() {
          onDiscard();
          blocker.proceed();
        },
      }}
    />
  );
}

function placeOf({ pathname, search }: Location, parameter: string | undefined): string {
  const value = parameter && new URLSearchParams(search).get(parameter);
  return value ? `${pathname}?${value}` : pathname;
}
