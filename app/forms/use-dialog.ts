import { useLocation, useNavigate, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useToast } from '../bridge/toast.tsx';

type Dialog = {
  isOpen: boolean;
  /** The address of a link that opens it. */
  url: string;
  close: () => void;
};

/** Opens a dialog of the screen on show by its address (`#new`). */
export function useOpenDialog(): (url: string) => void {
  const navigate = useNavigate();
  const { search, hash, key } = useLocation();
  // The second click of a double-click may come before the first has rendered.
  const opening = useRef<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    opening.current = undefined;
  }, [key]);
  return useCallback(
    (url) => {
      if (url === hash || url === opening.current) return;
      opening.current = url;
      navigate({ search, hash: url }, { state: { dialog: true }, preventScrollReset: true });
    },
    [navigate, search, hash],
  );
}

/**
 * A dialog that is open while the address says so by its hash: any link can open it, the browser's Back closes it, and
 * nothing is loaded for either. See docs/decisions/0017-dialogs-by-address.md.
 */
export function useDialog(name: string): Dialog {
  const url = `#${name}`;
  const { search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const { state: loading, revalidate } = useRevalidator();
  const isOpen = hash === url;

  // Closing aborts a load in progress, which is started again afterwards.
  const brokenOff = useRef(false);
  useEffect(() => {
    if (isOpen || !brokenOff.current) return;
    brokenOff.current = false;
    revalidate();
  }, [isOpen, revalidate]);

  // Going back takes a moment. Going back twice would leave the screen.
  const closed = useRef<string>();
  useEffect(() => {
    // Forward leads to the same entry again, which then closes again.
    if (!isOpen) closed.current = undefined;
  }, [isOpen]);
  const close = useCallback(() => {
    if (!isOpen || closed.current === key) return;
    closed.current = key;
    brokenOff.current = loading !== 'idle';
    if (state?.dialog === true) navigate(-1);
    else navigate({ search }, { replace: true, preventScrollReset: true });
  }, [isOpen, key, loading, state, search, navigate]);

  return { isOpen, url, close };
}

/** A dialog with a form: a successful save closes it and shows a toast. */
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
