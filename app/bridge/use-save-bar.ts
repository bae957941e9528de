import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDocument } from '../network/load-again.ts';
import { type SaveBar, type SaveBarActions, useAdmin } from './admin.ts';

type Options = SaveBarActions & { isSaving: boolean };

/**
 * Shows the admin's bar over unsaved changes for as long as the caller is mounted, and holds back whoever leaves by the admin, which
 * asks by its own dialog, or by a reload, before which the browser asks. `hasAgreed` is for a screen that asks by itself before a link
 * within the app's frame: whoever agreed in the admin's dialog is not asked again.
 */
export function useSaveBar({ isSaving, onSave, onDiscard }: Options) {
  const connect = useAdmin();
  const latest = useRef({ onSave, onDiscard });
  latest.current = { onSave, onDiscard };
  // Who agreed in the admin's dialog is not asked a second time when the admin then changes the address.
  const agreed = useRef(false);
  const letDocumentGo = useRef<() => void>();
  const [bar, setBar] = useState<SaveBar>();

  useEffect(() => {
    let isOver = false;
    let shown: SaveBar | undefined;
    connect().then(
      (admin) => {
        if (isOver) return;
        shown = admin.showSaveBar({
          onSave: () => latest.current.onSave(),
          onDiscard() {
            agreed.current = true;
            letDocumentGo.current?.();
            latest.current.onDiscard();
          },
        });
        setBar(shown);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      shown?.hide();
    };
  }, [connect]);

  useEffect(() => bar?.setSaving(isSaving), [bar, isSaving]);

  useEffect(() => {
    letDocumentGo.current = keepDocument();
    return letDocumentGo.current;
  }, []);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!agreed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return { hasAgreed: useCallback(() => agreed.current, []) };
}
