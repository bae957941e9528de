import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature as saveBarFeature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/contextualSaveBar';
import { feature as permissionsFeature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/features';
import { feature as leaveFeature } from '@shopify/app-bridge-host/store/reducers/leaveConfirmation';
import { Modal } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { useReturnFocus } from '../display/return-focus.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';
import { appRedirectPermission } from './permissions.ts';
import { SaveBar } from './save-bar.tsx';

/**
 * The app's contextual save bar, and the question before the merchant loses changes. The app asks for that question with its save bar
 * (unless it sets `leaveConfirmationDisable`) or with LeaveConfirmation.
 */
export function UnsavedChanges() {
  const history = useAdminHistory();
  const { pathname } = useAddress();
  const [bar, barActions] = useFeature(saveBarFeature);
  const [leave, leaveActions] = useFeature(leaveFeature);
  const [, permissions] = useFeature(permissionsFeature);
  /** Leaves after all; set only while the question is on screen. */
  const [proceed, setProceed] = useState<(() => void) | null>(null);

  useReturnFocus(proceed !== null);

  const barId = bar?.id;
  const barAsks = bar ? !bar.leaveConfirmationDisable : false;
  const leaveId = leave?.id;
  const leaveAsks = Boolean(leave);
  const asks = barAsks || leaveAsks;

  useEffect(() => {
    permissions.update(appRedirectPermission(!asks));
  }, [asks, permissions]);

  // Sets the guard again on each page: permission to leave one page doesn't cover the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page needs a new guard
  useEffect(() => {
    if (!asks) {
      setProceed(null);
      return;
    }
    const release = history.guard((to, go) => {
      if (to.pathname === history.current().pathname) return false;
      setProceed(() => () => {
        release();
        go();
      });
      return true;
    });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [asks, history, pathname]);

  const leavePage = () => {
    setProceed(null);
    if (leaveAsks) leaveActions.confirm({ ...(leaveId !== undefined && { id: leaveId }) });
    if (barId !== undefined) barActions.discard({ id: barId });
    permissions.update(appRedirectPermission(true));
    proceed?.();
  };

  return (
    <>
      {bar && (
        <SaveBar
          fullWidth={bar.fullWidth}
          save={bar.saveAction}
          discard={bar.discardAction}
          onSave={() => barActions.save({ id: bar.id })}
          onDiscard={() => barActions.discard({ id: bar.id })}
        />
      )}
      {proceed !== null && (
        <Modal
          open
          title="You have unsaved changes"
          onClose={() => setProceed(null)}
          secondaryActions={[
            { content: 'Cancel', onAction: () => setProceed(null) },
            { content: 'Leave page', destructive: true, onAction: leavePage },
          ]}
        >
          <Modal.Section>If you leave this page, all unsaved changes will be lost.</Modal.Section>
        </Modal>
      )}
    </>
  );
}
