import { useFetcher } from '@remix-run/react';
import { Box, Modal, Text } from '@shopify/polaris';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { useLeaveConfirmation } from '../bridge/use-leave-confirmation.ts';
import type { FormAnswer } from '../forms/submission.ts';
import { GroupForm } from './GroupForm.tsx';

type Props = {
  /** The group to edit; without one a new group is made. */
  group?: SellingPlanGroup;
  /** Of the shop, where it is known. */
  currencyCode?: string;
  onClose: () => void;
  onSaved: (group: SellingPlanGroup) => void;
  /** The merchant chose to see the group as somebody else left it: what is shown elsewhere is old by now. */
  onLatestShown?: () => void;
};

/**
 * The selling plan group's form, in create or update mode (specification §2, §4). Mounted while it is open: each opening
 * starts afresh. Posts to the route it stands on, with `intent=save-group`.
 */
export function SellingPlanGroupModal({ group, onLatestShown, ...rest }: Props) {
  // The edit started from this one. What the screen behind loads meanwhile must not pass as what the merchant saw.
  const [opened, setOpened] = useState({ group, round: 0 });
  return (
    <GroupModal
      key={opened.round}
      {...rest}
      group={opened.group}
      onShowLatest={(latest) => {
        setOpened(({ round }) => ({ group: latest, round: round + 1 }));
        onLatestShown?.();
      }}
    />
  );
}

type ModalProps = Omit<Props, 'onLatestShown'> & {
  onShowLatest: (latest: SellingPlanGroup) => void;
};

function GroupModal({ group, currencyCode, onClose, onSaved, onShowLatest }: ModalProps) {
  const fetcher = useFetcher<FormAnswer<SellingPlanGroup>>();
  const formId = useId();
  const submitting = fetcher.state !== 'idle';
  const answer = submitting ? undefined : fetcher.data;

  const saved = answer?.saved ?? null;
  const handedOver = useRef(false);
  useEffect(() => {
    if (saved === null || handedOver.current) return;
    handedOver.current = true;
    onSaved(saved);
  }, [saved, onSaved]);

  const updateUrl = answer?.updateUrl;
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const guarded = unsaved && saved === null && updateUrl === undefined;
  const blocker = useLeaveConfirmation(guarded);
  useUpdateRedirect(updateUrl);
  const leaving = asking || blocker.state === 'blocked';

  const close = useCallback(() => {
    if (submitting) return;
    if (guarded) setAsking(true);
    else onClose();
  }, [submitting, guarded, onClose]);

  function keepEditing() {
    setAsking(false);
    blocker.reset?.();
  }

  function discard() {
    if (blocker.state === 'blocked') blocker.proceed();
    else onClose();
  }

  function submit() {
    const element = document.getElementById(formId);
    if (!submitting && element instanceof HTMLFormElement) element.requestSubmit();
  }

  const title = group ? 'Edit selling plan group' : 'New selling plan group';
  return (
    <Modal
      open
      size="large"
      title={leaving ? 'Discard unsaved changes?' : title}
      onClose={leaving ? keepEditing : close}
      primaryAction={
        leaving
          ? { content: 'Discard changes', destructive: true, onAction: discard }
          : { content: 'Save', onAction: submit, loading: submitting }
      }
      secondaryActions={
        leaving
          ? [{ content: 'Keep editing', onAction: keepEditing }]
          : [{ content: 'Cancel', onAction: close, disabled: submitting }]
      }
    >
      {leaving ? (
        <Modal.Section>
          <div role="alert">
            <Text as="p">What you changed in this selling plan group will be lost.</Text>
          </div>
        </Modal.Section>
      ) : null}
      {/* Only out of sight while the merchant is asked: what was typed is in there. */}
      <div hidden={leaving}>
        <Box padding="400">
          <GroupForm
            formId={formId}
            fetcher={fetcher}
            group={group}
            currencyCode={currencyCode}
            onUnsavedChange={setUnsaved}
            onShowLatest={onShowLatest}
          />
        </Box>
      </div>
    </Modal>
  );
}
