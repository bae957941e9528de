import { useLeaveConfirmation } from '../../bridge/use-leave-confirmation.ts';
import { DiscardModal } from './DiscardModal.tsx';

/** Mounted while something is typed: asks before the merchant leaves without it. */
export function UnsavedKeys() {
  const { blocker, letGo } = useLeaveConfirmation(true);
  if (blocker.state !== 'blocked') return null;
  const { proceed, reset } = blocker;
  const onDiscard = () => {
    letGo();
    proceed();
  };
  return <DiscardModal onDiscard={onDiscard} onClose={reset} />;
}
