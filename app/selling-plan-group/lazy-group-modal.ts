import { lazyDialog } from '../forms/lazy-dialog.tsx';

/** The selling plan group's form, on demand: it is most of what its screens have. */
export const groupModal = lazyDialog(
  async () => (await import('./SellingPlanGroupModal.tsx')).SellingPlanGroupModal,
);
