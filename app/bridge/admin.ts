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
  /** Whether the changes are being saved: Save shows a spinner then, and Discard is disabled. */
  setSaving: (isSaving: boolean) => void;
  hide: () => void;
};

type SaveBarActions = {
  onSave: () => void;
  /** Also called when the merchant agrees to leave. */
  onDiscard: () => void;
};

/** Functions of the admin around the frame. */
export type Admin = {
  /** Rejects if the admin gives none. */
  sessionToken: () => Promise<string>;
  /** The parameters that the admin signs after an authorisation, for `/auth/shopify/callback`. */
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
  /** Opens the admin's resource picker; resolves with its selection as it comes, or null if the merchant cancelled. */
  pickVariants: (chosen: PickedProduct[]) => Promise<unknown>;
  /** Opens it to pick one product. */
  pickProduct: () => Promise<unknown>;
  /** Opens it to pick one variant. */
  pickVariant: () => Promise<unknown>;
};

/** Resolves once App Bridge is loaded. Rejects if it can't be loaded; the next call tries again. */
export type Connect = () => Promise<Admin>;

export const AdminContext = createContext<Connect | null>(null);

/** How the screen reaches the admin around it; always the same function. */
export function useAdmin(): Connect {
  const connect = useContext(AdminContext);
  if (connect === null) throw new Error('No AppBridge context provided.');
  return connect;
}
