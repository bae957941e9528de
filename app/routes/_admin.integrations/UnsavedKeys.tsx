import { useLeaveConfirmation } from '../../bridge/use-leave-confirmation.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';

const discardModal = lazyDialog(async () => (await import('./DiscardModal.tsx')).DiscardModal);

/** Mounted while something is typed: asks before the merchant leaves without it. */
export function UnsavedKeys() {
  const { blocker, letGo } = useLeaveConfirmation(true);
  usePrefetchedDialog(discardModal);
  if (blocker.state !== 'blocked') return null;
  const { proceed, reset } = blocker;
  const onDiscard = () => {
    letGo();
    proceed();
  };
  return <DialogOnDemand dialog={discardModal} props={{ onDiscard, onClose: reset }} />;
}
