import { Box } from '@shopify/polaris';
import { useState } from 'react';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { useShownAfterPaint } from '../forms/after-paint.ts';
import { FormModal } from '../forms/FormModal.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { GroupForm } from './GroupForm.tsx';

type Props = {
  /** The group to edit; without one a new group is made. */
  group?: SellingPlanGroup;
  /** The shop's currency, if it is known. */
  currencyCode?: string;
  /** The route that has the action; by default the one on show. */
  action?: string;
  onClose: () => void;
  onSaved: (group: SellingPlanGroup) => void;
  /** The merchant chose to see the group as somebody else left it: what is shown elsewhere is old by now. */
  onLatestShown?: () => void;
};

/** The selling plan group's form, in create or update mode (specification §2, §4). */
export function SellingPlanGroupModal({ group, onLatestShown, ...rest }: Props) {
  // The group the edit started from. The screen behind may load a newer one, which the merchant hasn't seen.
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

function GroupModal({ onClose, onSaved, ...form }: ModalProps) {
  const submission = useFormSubmission<SellingPlanGroup>();
  const [isUnsaved, setUnsaved] = useState(false);
  const isShown = useShownAfterPaint();
  return (
    <FormModal
      submission={submission}
      size="large"
      title={form.group ? 'Edit selling plan group' : 'New selling plan group'}
      submit={{ content: 'Save' }}
      unsaved={isUnsaved ? 'Your changes to this selling plan group will be lost.' : undefined}
      onSaved={onSaved}
      onClose={onClose}
    >
      {isShown ? (
        <GroupForm {...form} submission={submission} onUnsavedChange={setUnsaved} />
      ) : (
        <Box minHeight="100vh" />
      )}
    </FormModal>
  );
}
