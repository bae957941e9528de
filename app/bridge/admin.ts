import { createContext, useContext } from 'react';

export type ToastOptions = {
  isError?: boolean;
  action?: { content: string; onAction: () => void };
  /** Called when the toast is gone, whether by time, by dismissal or after its action. */
  onGone?: () => void;
};

/** The variants that are chosen already, under their products. */
export type PickedProduct = { id: string; variants: Array<{ id: string }> };

/** The admin's bar over unsaved changes, while it is shown. */
export type SaveBar = {
  /** Whether what is unsaved is on its way: Save then turns, and nothing can be discarded. */
  setSaving: (isSaving: boolean) => void;
  hide: () => void;
};

export type SaveBarActions = {
  onSave: () => void;
  /** Also where the merchant agreed to leave. */
  onDiscard: () => void;
};

/** What the admin around the frame does for the app. */
export type Admin = {
  /** Rejects where the admin gives none. */
  sessionToken: () => Promise<string>;
  /** What the admin signed for the way back from an authorisation, as the callback wants it. */
  authorizationCode: () => Promise<Record<'code' | 'hmac' | 'shop' | 'timestamp', string>>;
  /** Sends the whole admin page to an address. With `instead`, Back leads to that screen of the app and not to this one. */
  leaveFor: (url: string, options?: { instead: string }) => void;
  /** Shows a screen of the admin's own, by its path there. */
  openAdminScreen: (path: string) => void;
  /** The same in a tab of its own, while the app stays. */
  openAdminTab: (path: string) => void;
  /** Shows a toast and returns how to take it away before its time. */
  showToast: (message: string, options: ToastOptions) => () => void;
  /** The admin asks before the merchant leaves, and says when the merchant agreed; returns how to end that. */
  askBeforeLeaving: (onAgreed: () => void) => () => void;
  /** Shows the admin's bar over unsaved changes. While it is there the admin asks before the merchant leaves. */
  showSaveBar: (actions: SaveBarActions) => SaveBar;
  /** Opens the admin's picker of products; resolves with the admin's own words, or with null where it was cancelled. */
  pickVariants: (chosen: PickedProduct[]) => Promise<unknown>;
  /** Opens the same picker for one product. */
  pickProduct: () => Promise<unknown>;
};

/** Asks for the admin, whose bridge loads beside the screen. Rejects where it can't be loaded; asking again tries again. */
export type Connect = () => Promise<Admin>;

export const AdminContext = createContext<Connect | null>(null);

/** How the screen reaches the admin around it; always the same function. */
export function useAdmin(): Connect {
  const connect = useContext(AdminContext);
  if (connect === null) throw new Error('No AppBridge context provided.');
  return connect;
}
