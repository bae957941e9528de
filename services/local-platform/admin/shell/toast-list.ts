/** How long a toast stays, in ms; longer if it has a button. */
export const toastDuration = 5_000;
export const toastDurationWithAction = 10_000;

const mostAtOnce = 3;

export type ToastMessage = {
  id: string;
  message: string;
  isError: boolean;
  /** In ms. */
  duration: number;
  action?: { content: string; onAction: () => void };
  /** Called when the toast has gone: after its time, when closed, or when its action was pressed. */
  onGone?: () => void;
};

export type ToastAction = { type: 'show'; toast: ToastMessage } | { type: 'clear'; id: string };

export function errorToast(id: string, message: string): ToastAction {
  return { type: 'show', toast: { id, message, isError: true, duration: toastDuration } };
}

/** The newest toast comes last. A toast with a known id replaces the old one in its place; above three, the oldest goes. */
export function toastList(
  list: readonly ToastMessage[],
  action: ToastAction,
): readonly ToastMessage[] {
  if (action.type === 'clear') return list.filter(({ id }) => id !== action.id);
  const shown = list.some(({ id }) => id === action.toast.id)
    ? list.map((toast) => (toast.id === action.toast.id ? action.toast : toast))
    : [...list, action.toast];
  return shown.slice(-mostAtOnce);
}
