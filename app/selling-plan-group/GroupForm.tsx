import { FormProvider, useFormMetadata } from '@conform-to/react';
import { BlockStack, InlineGrid } from '@shopify/polaris';
import { type ComponentProps, memo, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  type SellingPlanGroup,
  type UpdateSellingPlanGroup,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { useShownAfterPaint } from '../forms/after-paint.ts';
import { SubmissionForm } from '../forms/SubmissionForm.tsx';
import type { FormSubmission } from '../forms/use-form-submission.ts';
import { useSubmissionForm } from '../forms/use-submission-form.ts';
import { Conflict } from './Conflict.tsx';
import { GroupFields } from './GroupFields.tsx';
import type { GroupFormInput } from './group-form-values.ts';
import { groupFormValues } from './group-form-values.ts';
import { OptionList } from './OptionList.tsx';
import { PreviewCard } from './PlanPreview.tsx';
import { TypedPreview } from './TypedPreview.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';
import { useReadOnlyPlans } from './use-read-only-plans.ts';

type GroupFormOutput = CreateSellingPlanGroup | UpdateSellingPlanGroup;
type Props = {
  submission: FormSubmission<SellingPlanGroup>;
  /** The route that has the action; by default the one on show. */
  action?: string;
  /** The group when the merchant began to edit it; undefined for a new one. */
  group?: SellingPlanGroup | undefined;
  currencyCode?: string | undefined;
  onUnsavedChange: (unsaved: boolean) => void;
  onShowLatest: (latest: SellingPlanGroup) => void;
};

/** In place of the conflict's own words, which would blame somebody else. */
const changedMaybeByUs =
  'This selling plan group has changed since you opened it. An earlier save of yours may have gone through.';

/** The preview stays in sight while the options below are edited. */
const alongside = { position: 'sticky', top: 'var(--p-space-400)' } as const;

/**
 * The fields of a selling plan group with what a customer will pay beside them (specification §4, §5). Nothing of it is rendered
 * anew because the modal around it is.
 */
export const GroupForm = memo(function GroupForm({
  submission,
  action,
  group,
  currencyCode,
  onUnsavedChange,
  onShowLatest,
}: Props) {
  const { formId, answer } = submission;
  // The group that saving changes. After a conflict it is the latest one, if the merchant chooses to overwrite that.
  const [target, setTarget] = useState(group);
  const { form, fields } = useSubmissionForm<GroupFormInput, GroupFormOutput>(
    submission,
    group ? updateSellingPlanGroupSchema : createSellingPlanGroupSchema,
    groupFormValues(group),
  );

  const readOnly = useReadOnlyPlans(group, target);

  function overwrite(latest: SellingPlanGroup) {
    flushSync(() => setTarget(latest));
    submission.submit();
  }

  return (
    <FormProvider context={form.context}>
      <SubmissionForm
        submission={submission}
        intent="save-group"
        form={form}
        action={action}
        message={answer?.latest && submission.isUnsettled ? changedMaybeByUs : undefined}
        inBanner={
          answer?.latest ? (
            <Conflict latest={answer.latest} onOverwrite={overwrite} onShow={onShowLatest} />
          ) : null
        }
      >
        {target ? <input type="hidden" name="version" value={target.version} /> : null}
        <UnsavedChanges
          formId={formId}
          group={group}
          hasRemovedPlans={readOnly.removedIds.size > 0}
          onChange={onUnsavedChange}
        />
        <InlineGrid columns={{ xs: 1, md: ['twoThirds', 'oneThird'] }} gap="400">
          <BlockStack gap="400">
            <GroupFields formId={formId} exists={group !== undefined} />
            <OptionList
              formId={formId}
              opened={group}
              target={target}
              readOnly={readOnly}
              isDynamic={fields.isDynamic.value === 'on'}
              currencyCode={currencyCode}
            />
          </BlockStack>
          <div style={alongside}>
            <Alongside formId={formId} readOnlyPlans={readOnly.kept} />
          </div>
        </InlineGrid>
      </SubmissionForm>
    </FormProvider>
  );
});

/** After the fields, which the merchant may be typing into already. */
function Alongside(props: ComponentProps<typeof TypedPreview>) {
  return useShownAfterPaint() ? <TypedPreview {...props} /> : <PreviewCard>{null}</PreviewCard>;
}

type UnsavedChangesProps = {
  formId: string;
  group: SellingPlanGroup | undefined;
  hasRemovedPlans: boolean;
  onChange: (unsaved: boolean) => void;
};

/** Apart from the form, which need not render with every key. */
function UnsavedChanges({ formId, group, hasRemovedPlans, onChange }: UnsavedChangesProps) {
  const form = useFormMetadata<GroupFormInput>(formId);
  // Not compared with Conform's initial value, which after a failed submit is the submitted one.
  const unsaved = hasRemovedPlans || hasUnsavedChanges(groupFormValues(group), form.value ?? {});
  useEffect(() => onChange(unsaved), [unsaved, onChange]);
  return null;
}
