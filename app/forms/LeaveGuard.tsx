import { type BlockerFunction, useBlocker } from '@remix-run/react';
import { useCallback } from 'react';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from './lazy-dialog.tsx';

const leaveQuestion = lazyDialog(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);

type Props = {
  /** Whether the merchant agreed to leave elsewhere. */
  hasAgreed: () => boolean;
  onDiscard: () => void;
  /** What would be lost. */
  text: string;
};

/**
 * Asks before a link, or Back within the app's frame, leaves what is unsaved. Dialogs of the screen open freely. The router heeds one
 * blocker at a time: while a dialog with its own is open, this is not mounted.
 */
export function LeaveGuard({ hasAgreed, onDiscard, text }: Props) {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) =>
        currentLocation.pathname !== nextLocation.pathname && !hasAgreed(),
      [hasAgreed],
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
