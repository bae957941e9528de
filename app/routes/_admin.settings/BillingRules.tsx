import { BlockStack, InlineGrid, List, Text } from '@shopify/polaris';
import { useEffect, useId, useRef } from 'react';
import { formatTimeZone } from '#contract/format.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import { FormCheckbox } from '../../forms/FormCheckbox.tsx';
import { FormSelect } from '../../forms/FormSelect.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { ChangedElsewhere } from './ChangedElsewhere.tsx';
import { rulesOfTexts } from './rule-texts.ts';
import { endNames, hourInWords, rulesInWords } from './rules-in-words.ts';
import { ruleNames } from './setting-words.ts';
import { type BillingRulesForm, useBillingRulesForm } from './use-billing-rules-form.ts';

/** Unsaved edits of the rules. */
export type EditedRules = { isSaving: boolean; save: () => void; discard: () => void };

export type BillingRulesProps = {
  /** A new object after each loading. */
  loaded: Billing;
  onEdited: (edited: EditedRules | null) => void;
};

const hourChoices = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourInWords(hour),
}));

const endChoices = Object.entries(endNames).map(([value, label]) => ({ value, label }));

/** Fields for the rules, with their meaning in words. */
export function BillingRules({ loaded, onEdited }: BillingRulesProps) {
  const rules = useBillingRulesForm(loaded);
  const { fields, submission, isChanged, latest } = rules;
  const discard = useRef(rules.discard);
  discard.current = rules.discard;
  const { isSubmitting } = submission;
  const save = useRef(submission.submit);
  save.current = submission.submit;
  useEffect(() => {
    if (!isChanged) return;
    onEdited({
      isSaving: isSubmitting,
      save: () => save.current(),
      discard: () => discard.current(),
    });
    return () => onEdited(null);
  }, [isChanged, isSubmitting, onEdited]);

  const zone = formatTimeZone(latest.timeZone);
  return (
    <SubmissionForm submission={submission} intent="save-billing-rules" form={rules.form}>
      <input type="hidden" name="tag" value={rules.tag} />
      <ChangedElsewhere form={rules} />
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
        <FormSelect
          field={fields.hour}
          label={ruleNames.hour}
          options={hourChoices}
          helpText={`Of your store’s day, in ${zone}.`}
        />
        <FormTextField
          field={fields.catchUpDays}
          label={ruleNames.catchUpDays}
          inputMode="numeric"
          suffix="days"
          helpText="Older ones wait for your decision."
        />
      </InlineGrid>
      <RetryFields title="When a payment fails" what="payment" fields={fields} />
      <FormCheckbox
        field={fields.asksForMethod}
        label={ruleNames.asksForMethod}
        helpText="They get a link to add one when theirs can’t be charged anymore."
      />
      <RetryFields title="When something is out of stock" what="stock" fields={fields} />
      <FormCheckbox
        field={fields.isOversold}
        label={ruleNames.isOversold}
        helpText="Orders are charged anyway, and your stock goes below zero."
      />
      <InShort rules={rulesOfTexts(rules.texts) ?? latest.rules} zone={zone} />
    </SubmissionForm>
  );
}

type RetryProps = {
  title: string;
  what: 'payment' | 'stock';
  fields: BillingRulesForm['fields'];
};

function RetryFields({ title, what, fields }: RetryProps) {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a stack
    <div role="group" aria-labelledby={titleId}>
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm" id={titleId}>
          {title}
        </Text>
        <InlineGrid columns={{ xs: 1, sm: 3 }} gap="400">
          <FormTextField
            field={fields[`${what}.retries`]}
            label="Retries"
            inputMode="numeric"
            helpText="Beside the first try."
          />
          <FormTextField
            field={fields[`${what}.afterDays`]}
            label="Days between them"
            inputMode="numeric"
          />
          <FormSelect field={fields[`${what}.end`]} label="In the end" options={endChoices} />
        </InlineGrid>
      </BlockStack>
    </div>
  );
}

function InShort({ rules, zone }: { rules: Billing['rules']; zone: string }) {
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        What this means
      </Text>
      <List>
        {rulesInWords(rules, zone).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
