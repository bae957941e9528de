import { useLocation } from '@remix-run/react';
import { useSaveBar } from '../../bridge/use-save-bar.ts';
import { LeaveGuard } from '../../forms/LeaveGuard.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** Mounted while something is unsaved: the admin's save bar, and the question before it is lost. */
export function UnsavedSettings({ form }: { form: SettingsForm }) {
  const { isSaving, save, discard } = form;
  const { hasAgreed } = useSaveBar({ isSaving, onSave: () => void save(), onDiscard: discard });
  const { hash } = useLocation();
  return hash === '' ? (
    <LeaveGuard
      hasAgreed={hasAgreed}
      onDiscard={discard}
      text="What you changed in your settings will be lost."
    />
  ) : null;
}
