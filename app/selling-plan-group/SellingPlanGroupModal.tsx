import { getFormProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useFetcher } from '@remix-run/react';
import {
  BlockStack,
  Button,
  FormLayout,
  InlineError,
  InlineGrid,
  InlineStack,
  Modal,
  Text,
} from '@shopify/polaris';
import { PlusIcon } from '@shopify/polaris-icons';
import { useEffect, useId, useRef, useState } from 'react';
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
import { type FormAnswer, firstErrorOf } from '../forms/submission.ts';
import { useFocusOnFirstError } from '../forms/use-focus-on-first-error.ts';
import { GroupPreview } from './GroupPreview.tsx';
import { groupFormValues, newOption, newUsageOption } from './group-form-values.ts';
import { OptionFields } from './OptionFields.tsx';

type GroupForm = z.input<typeof createSellingPlanGroupSchema>;
type GroupFormOutput = CreateSellingPlanGroup | UpdateSellingPlanGroup;

type Props = {
  /** The group to edit; without one a new group is made. */
  group?: SellingPlanGroup;
  onClose: () => void;
  onSaved: (group: SellingPlanGroup) => void;
  /** Takes the merchant to the group as somebody else left it, when both edited it. */
  onLoadLatest?: () => void;
};

/**
 * The selling plan group's form, in create or update mode (specification §2, §4). Mounted while it is open: each opening
 * starts afresh. Posts to the route it stands on, with `intent=save-group`.
 */
export function SellingPlanGroupModal({ group, onClose, onSaved, onLoadLatest }: Props) {
  const fetcher = useFetcher<FormAnswer<SellingPlanGroup>>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const formId = useId();
  const submitting = fetcher.state !== 'idle';
  const answer = fetcher.data;

  const [form, fields] = useForm<GroupForm, GroupFormOutput>({
    id: formId,
    lastResult: submitting ? undefined : answer?.result,
    defaultValue: groupFormValues(group),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => {
      const schema = group ? updateSellingPlanGroupSchema : createSellingPlanGroupSchema;
      return parseWithZod(formData, { schema });
    },
  });

  const saved = submitting ? null : (answer?.saved ?? null);
  const handedOver = useRef(false);
  useEffect(() => {
    if (saved === null || handedOver.current) return;
    handedOver.current = true;
    onSaved(saved);
  }, [saved, onSaved]);

  const failed = !submitting && answer?.result.status === 'error';
  useFocusOnFirstError(formId, form.status === 'error' ? (form.allErrors ?? null) : null);

  const isDynamic = fields.isDynamic.value === 'on';
  const options = fields.recurringPolicies.getFieldList();
  const keptIds = new Set(options.map((option) => option.getFieldset().id.initialValue));
  const removedIds = (group?.recurringPolicies ?? [])
    .map((policy) => policy.id)
    .filter((id) => !keptIds.has(id));

  function fixDiscountTypes(dynamic: boolean) {
    if (!dynamic) return;
    for (const option of options) {
      const { discountType } = option.getFieldset();
      form.update({ name: discountType.name, value: 'PERCENTAGE' });
    }
  }

  function submit() {
    const element = document.getElementById(formId);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  }

  const conflict = failed && answer?.status === 409;

  return (
    <Modal
      open
      size="large"
      title={group ? 'Edit selling plan group' : 'New selling plan group'}
      onClose={onClose}
      primaryAction={{ content: 'Save', onAction: submit, loading: submitting }}
      secondaryActions={[{ content: 'Cancel', onAction: onClose, disabled: submitting }]}
    >
      <Modal.Section>
        <fetcher.Form method="post" {...getFormProps(form)}>
          <input type="hidden" name="intent" value="save-group" />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          {group && !conflict ? <input type="hidden" name="version" value={group.version} /> : null}
          {removedIds.map((id, index) => (
            <input key={id} type="hidden" name={`sellingPlansToDelete[${index}]`} value={id} />
          ))}
          <BlockStack gap="400">
            {failed ? (
              <FormBanner message={firstErrorOf(answer?.result)}>
                {conflict ? (
                  <InlineStack gap="200">
                    <Button onClick={onLoadLatest}>Discard my changes and show the latest</Button>
                    <Button onClick={submit}>Overwrite with my changes</Button>
                  </InlineStack>
                ) : null}
              </FormBanner>
            ) : null}
            <InlineGrid columns={{ xs: 1, lg: ['twoThirds', 'oneThird'] }} gap="400">
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
                      const target = event.target;
                      if (target instanceof HTMLInputElement) fixDiscountTypes(target.checked);
                    }}
                  >
                    <FormCheckbox
                      field={fields.isDynamic}
                      label="Usage-based"
                      disabled={group !== undefined}
                      helpText={
                        group
                          ? 'This cannot be changed once the group exists.'
                          : 'Orders follow what the customer has used up instead of the calendar.'
                      }
                    />
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
            </InlineGrid>
            <button type="submit" hidden disabled={submitting}>
              Save
            </button>
          </BlockStack>
        </fetcher.Form>
      </Modal.Section>
    </Modal>
  );
}
