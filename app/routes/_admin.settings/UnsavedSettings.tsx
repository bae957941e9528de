import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useSaveBar } from '../../bridge/use-save-bar.ts';
import { LeaveGuard } from '../../forms/LeaveGuard.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type Props = { form: SettingsForm; onSave: () => void; onClose: () => void };

/** Mounted while something is unsaved: the admin's save bar, and the question before it is lost. */
export function UnsavedSettings({ form: { isSaving, discard }, onSave }: Props) {
  const { hasAgreed } = useSaveBar({ isSaving, onSave, onDiscard: discard });
  useEnter(onSave);
  const { hash } = useLocation();
  return hash === '' ? (
    <LeaveGuard
      hasAgreed={hasAgreed}
      onDiscard={discard}
      text="Your changes to your settings will be lost."
    />
  ) : null;
}

/** Enter in a text field saves, as in a form: a form of the browser's would take the frame's address away before the app runs. */
function useEnter(onEnter: () => void): void {
  const latest = useRef(onEnter);
  latest.current = onEnter;
  useEffect(() => {
    const hear = ({ key, target, isComposing }: KeyboardEvent) => {
      if (key !== 'Enter' || isComposing) return;
      const isText = target instanceof HTMLInputElement && ['text', 'email'].includes(target.type);
      if (isText) latest.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
