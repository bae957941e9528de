import { type BlockerFunction, type Location, useBlocker } from '@remix-run/react';
import { useCallback } from 'react';
import { ConfirmModal } from './ConfirmModal.tsx';

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
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmModal
      title="Discard unsaved changes?"
      confirm="Discard changes"
      onClose={() => blocker.reset()}
      onConfirm={() => {
        onDiscard();
        blocker.proceed();
      }}
    >
      {text}
    </ConfirmModal>
  );
}

function placeOf({ pathname, search }: Location, parameter: string | undefined): string {
  const value = parameter && new URLSearchParams(search).get(parameter);
  return value ? `${pathname}?${value}` : pathname;
}
