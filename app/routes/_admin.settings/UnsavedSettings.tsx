import { useLocation } from '@remix-run/react';
import { useSaveBar } from '../../bridge/use-save-bar.ts';
import { LeaveGuard } from '../../forms/LeaveGuard.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type Props = { form: SettingsForm; onSave: () => void; onClose: () => void };

/** Mounted while something is unsaved: the admin's save bar, and the question before it is lost. */
export function UnsavedSettings({ form: { isSaving, discard }, onSave }: Props) {
  const { hasAgreed } = useSaveBar({ isSaving, onSave, onDiscard: discard });
  const { hash } = useLocation();
  return hash === '' ? (
    <LeaveGuard
      hasAgreed={hasAgreed}
      onDiscard={discard}
      text="Your changes to your settings will be lost."
    />
  ) : null;
}
