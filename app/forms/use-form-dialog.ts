import { useCallback } from 'react';
import { useToast } from '../bridge/toast.tsx';
import { type Dialog, useDialog } from './use-dialog.ts';

/** A dialog with a form: what was saved closes it, and a toast tells of it. */
export function useFormDialog(name: string, savedToast: string): Dialog & { saved: () => void } {
  const dialog = useDialog(name);
  const { close } = dialog;
  const showToast = useToast();
  const saved = useCallback(() => {
    close();
    showToast(savedToast);
  }, [close, showToast, savedToast]);
  return { ...dialog, saved };
}
