import { lazyDialog } from '../../forms/lazy-dialog.tsx';

export const deleteGroupModal = lazyDialog(
  async () => (await import('./DeleteGroupModal.tsx')).DeleteGroupModal,
);
export const removeVariantsModal = lazyDialog(
  async () => (await import('./RemoveVariantsModal.tsx')).RemoveVariantsModal,
);
export const variantWorkModal = lazyDialog(
  async () => (await import('./VariantWorkModal.tsx')).VariantWorkModal,
);
export const variantListing = lazyDialog(
  async () => (await import('./VariantListing.tsx')).VariantListing,
);
