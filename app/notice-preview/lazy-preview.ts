import { lazyDialog } from '../forms/lazy-dialog.tsx';

/** `PreviewModal` for screens that show no dialog at first. */
export const previewModal = lazyDialog(
  async () => (await import('./PreviewModal.tsx')).PreviewModal,
);
