import { useSaveBar } from '../../bridge/use-save-bar.ts';
import { LeaveGuard } from '../../forms/LeaveGuard.tsx';

type Props = { isSaving: boolean; onSave: () => void; onDiscard: () => void };

/** Mounted while the order is unsaved: the admin's save bar, and the question before it is lost. */
export function UnsavedRotation(props: Props) {
  const { hasAgreed } = useSaveBar(props);
  return (
    <LeaveGuard
      hasAgreed={hasAgreed}
      onDiscard={props.onDiscard}
      text="Your new order will be lost."
      parameter="id"
    />
  );
}
