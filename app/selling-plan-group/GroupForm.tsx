import { getFormProps, useForm } from '@conform-to/react';
import type { FetcherWithComponents } from '@remix-run/react';
import {
  BlockStack,
  Button,
  FormLayout,
  InlineError,
  InlineGrid,
  InlineStack,
  Text,
} from '@shopify/polaris';
import { PlusIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  type SellingPlanGroup,
  type UpdateSellingPlanGroup,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { FormBanner } from '../forms/FormBanner.tsx';
import { FormCheckbox } from '../forms/FormCheckbox.tsx';
import { FormTextField } from '../forms/FormTextField.tsx';
import { parseForm } from '../forms/parse-form.ts';
import { standingAnswer, withStandingErrors } from '../forms/standing-errors.ts';
import { type FormAnswer, firstErrorOf } from '../forms/submission.ts';
import { useFocusOnFirstError } from '../forms/use-focus-on-first-error.ts';
import { GroupPreview } from './GroupPreview.tsx';
import { groupFormValues, newOption, newUsageOption } from './group-form-values.ts';
import { OptionFields } from './OptionFields.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';

type GroupFormInput = z.input<typeof createSellingPlanGroupSchema>;
type GroupFormOutput = CreateSellingPlanGroup | UpdateSellingPlanGroup;
type Answer = FormAnswer<SellingPlanGroup>;

type Props = {
  formId: string;
  /** Told when its answers are the form's: the one who shows the form also shows how saving goes. */
  fetcher: FetcherWithComponents<Answer>;
  /** As the merchant began to edit it; undefined for a new one. */
  group: SellingPlanGroup | undefined;
  currencyCode: string | undefined;
  onUnsavedChange: (unsaved: boolean) => void;
  onShowLatest: (latest: SellingPlanGroup) => void;
};

/** What a customer pays stays in sight while the options below are edited. */
const alongside = { position: 'sticky', top: 'var(--p-space-400)' } as const;

/** The fields of a selling plan group with what a customer will pay beside them (specification §4, §5). */
export function GroupForm({
  formId,
  fetcher,
  group,
  currencyCode,
  onUnsavedChange,
  onShowLatest,
}: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // The group that saving changes. After a conflict it is the latest one, if the merchant chooses to overwrite that.
  const [target, setTarget] = useState(group);
  const submitting = fetcher.state !== 'idle';
  const answer = submitting ? undefined : (fetcher.data as Answer | undefined);

  const [form, fields] = useForm<GroupFormInput, GroupFormOutput>({
    id: formId,
    lastResult: answer?.result,
    defaultValue: groupFormValues(group),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => {
      const schema = group ? updateSellingPlanGroupSchema : createSellingPlanGroupSchema;
      return withStandingErrors(parseForm(formData, schema), answer?.result);
    },
  });
  const standing = standingAnswer(answer?.result, form.allErrors);
  useFocusOnFirstError(formId, form.status === 'error' ? (form.allErrors ?? null) : null);

  // Not with the form library's own initial value: after a failed submit that is what was submitted.
  const unsaved = hasUnsavedChanges(groupFormValues(group), form.value ?? {});
  useEffect(() => onUnsavedChange(unsaved), [unsaved, onUnsavedChange]);

  const isDynamic = fields.isDynamic.value === 'on';
  const options = fields.recurringPolicies.getFieldList();
  const existingIds = new Set(target?.recurringPolicies.map(({ id }) => id));
  const planIds = options.map((option) => {
    const id = option.getFieldset().id.initialValue;
    return id !== undefined && existingIds.has(id) ? id : undefined;
  });
  const removedIds = [...existingIds].filter((id) => !planIds.includes(id));

  function fixDiscountTypes(dynamic: boolean) {
    if (!dynamic) return;
    for (const option of options) {
      const { discountType } = option.getFieldset();
      form.update({ name: discountType.name, value: 'PERCENTAGE' });
    }
  }

  function overwrite(latest: SellingPlanGroup) {
    flushSync(() => setTarget(latest));
    const element = document.getElementById(formId);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  }

  return (
    <fetcher.Form method="post" {...getFormProps(form)}>
      <input type="hidden" name="intent" value="save-group" />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {target ? <input type="hidden" name="version" value={target.version} /> : null}
      {removedIds.map((id, index) => (
        <input key={id} type="hidden" name={`sellingPlansToDelete[${index}]`} value={id} />
      ))}
      <BlockStack gap="400">
        {standing?.status === 'error' ? (
          <FormBanner message={firstErrorOf(standing)}>
            {answer?.latest ? (
              <Conflict latest={answer.latest} onOverwrite={overwrite} onShow={onShowLatest} />
            ) : null}
          </FormBanner>
        ) : null}
        <InlineGrid columns={{ xs: 1, md: ['twoThirds', 'oneThird'] }} gap="400">
          <BlockStack gap="400">
            <FormLayout>
              <FormTextField field={fields.name} label="Name" autoComplete="off" />
              <FormTextField
                field={fields.position}
                label="Position"
                inputMode="numeric"
                autoComplete="off"
                helpText="Where the group stands among a product's subscription choices; 0 comes first."
              />
              <div
                // React's own change events bubble up to here, after the field took the new value.
                onChange={(event) => {
                  const changed = event.target;
                  if (changed instanceof HTMLInputElement) fixDiscountTypes(changed.checked);
                }}
              >
                <FormCheckbox
                  field={fields.isDynamic}
                  label="Usage-based"
                  disabled={group !== undefined}
                  ariaDescribedBy={`${formId}-usage`}
                />
                {/* Not the checkbox's own help text, which fades with it when it is disabled. */}
                <Text as="p" tone="subdued" id={`${formId}-usage`}>
                  {group
                    ? 'This cannot be changed once the group exists.'
                    : 'Orders follow what the customer has used up instead of the calendar.'}
                </Text>
              </div>
              {isDynamic ? (
                <FormTextField
                  field={fields.dynamicSellingPlanName}
                  label="Usage-based plan name"
                  autoComplete="off"
                  placeholder="Based on usage"
                />
              ) : null}
              <FormLayout.Group condensed>
                <FormTextField
                  field={fields.firstOrderDiscount}
                  label="First order discount"
                  suffix="%"
                  inputMode="decimal"
                  autoComplete="off"
                />
                <FormTextField
                  field={fields.firstOrderDiscountCycles}
                  label="First order discount cycles"
                  inputMode="numeric"
                  autoComplete="off"
                  helpText="How many orders get it."
                />
              </FormLayout.Group>
              <FormTextField
                field={fields.recurringDiscount}
                label="Recurring discount"
                suffix="%"
                inputMode="decimal"
                autoComplete="off"
                helpText="For options without a discount of their own."
              />
            </FormLayout>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                Options
              </Text>
              {options.map((option, index) => (
                <OptionFields
                  key={option.key}
                  field={option}
                  position={index + 1}
                  isDynamic={isDynamic}
                  planId={planIds[index]}
                  currencyCode={currencyCode}
                  onRemove={
                    options.length > 1
                      ? () => form.remove({ name: fields.recurringPolicies.name, index })
                      : undefined
                  }
                />
              ))}
              {fields.recurringPolicies.errors?.[0] ? (
                <InlineError
                  message={fields.recurringPolicies.errors[0]}
                  fieldID={fields.recurringPolicies.id}
                />
              ) : null}
              <InlineStack>
                <Button
                  icon={PlusIcon}
                  onClick={() =>
                    form.insert({
                      name: fields.recurringPolicies.name,
                      defaultValue: isDynamic ? newUsageOption : newOption,
                    })
                  }
                >
                  Add option
                </Button>
              </InlineStack>
            </BlockStack>
          </BlockStack>
          <div style={alongside}>
            <GroupPreview
              source={{
                kind: 'form',
                group: {
                  firstOrderDiscount: fields.firstOrderDiscount.value,
                  firstOrderDiscountCycles: fields.firstOrderDiscountCycles.value,
                  recurringDiscount: fields.recurringDiscount.value,
                },
                options: options.map((option) => {
                  const { interval, intervalCount, discountType, discountValue } =
                    option.getFieldset();
                  return {
                    key: option.key ?? option.name,
                    interval: interval.value,
                    intervalCount: intervalCount.value,
                    discountType: discountType.value,
                    discountValue: discountValue.value,
                  };
                }),
              }}
            />
          </div>
        </InlineGrid>
        <button type="submit" hidden disabled={submitting}>
          Save
        </button>
      </BlockStack>
    </fetcher.Form>
  );
}

type ConflictProps = {
  latest: SellingPlanGroup;
  onOverwrite: (latest: SellingPlanGroup) => void;
  onShow: (latest: SellingPlanGroup) => void;
};

/** Two people edited the group: the merchant chooses, and until then what was typed stays. */
function Conflict({ latest, onOverwrite, onShow }: ConflictProps) {
  return (
    <BlockStack gap="300">
      <Text as="p">
        Overwriting makes the group what this form shows, without what the other person changed.
      </Text>
      {/* Said here, since the banner around it would have them pushed apart. */}
      <InlineStack gap="200" align="start">
        <Button onClick={() => onShow(latest)}>Discard my changes and show the latest</Button>
        <Button onClick={() => onOverwrite(latest)}>Overwrite with my changes</Button>
      </InlineStack>
    </BlockStack>
  );
}
