import { type BlockerFunction, type Location, useBlocker, useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Admin, SaveBar } from '../bridge/admin.ts';
import { useLeaveQuestion } from '../bridge/use-leave-guard.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

type Props = {
  /** What would be lost. */
  text: string;
  onDiscard?: () => void;
  /** The admin's save bar, which then asks in place of the admin's dialog. */
  saveBar?: { isSaving: boolean; onSave: () => void };
  /** The parameter of the address that says what is being changed: another value of it is another place. */
  parameter?: string;
};

/** Mounted while something on a screen is unsaved: asks before the merchant leaves without it. */
export function UnsavedChanges({ text, onDiscard, saveBar, parameter }: Props) {
  const latest = useRef({ onDiscard, saveBar });
  latest.current = { onDiscard, saveBar };
  const [bar, setBar] = useState<SaveBar>();
  const askInAdmin = useCallback((admin: Admin, onAgreed: () => void) => {
    if (latest.current.saveBar === undefined) return admin.askBeforeLeaving(onAgreed);
    const shown = admin.showSaveBar({
      onSave: () => latest.current.saveBar?.onSave(),
      onDiscard() {
        onAgreed();
        latest.current.onDiscard?.();
      },
    });
    setBar(shown);
    return shown.hide;
  }, []);
  const { hasAgreed, letGo } = useLeaveQuestion(true, askInAdmin);
  const isSaving = saveBar?.isSaving === true;
  useEffect(() => bar?.setSaving(isSaving), [bar, isSaving]);
  const { hash } = useLocation();
  // An open dialog asks by itself, and React Router supports one blocker at a time.
  if (hash !== '') return null;
  const discard = () => {
    letGo();
    onDiscard?.();
  };
  return (
    <LinkQuestion text={text} parameter={parameter} hasAgreed={hasAgreed} onDiscard={discard} />
  );
}

type QuestionProps = Pick<Props, 'text' | 'parameter'> & {
  hasAgreed: () => boolean;
  onDiscard: () => void;
};

/** Asks before a link, or Back within the app's frame, leaves the screen. Its dialogs open freely. */
function LinkQuestion({ text, parameter, hasAgreed, onDiscard }: QuestionProps) {
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
