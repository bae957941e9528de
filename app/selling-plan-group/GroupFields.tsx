import { useFormMetadata } from '@conform-to/react';
import { FormLayout, Text } from '@shopify/polaris';
import { memo, type ReactNode } from 'react';
import { FormCheckbox } from '../forms/FormCheckbox.tsx';
import { FormTextField } from '../forms/FormTextField.tsx';
import type { GroupFormInput } from './group-form-values.ts';

type Props = {
  formId: string;
  /** Usage-based mode cannot be changed once a group exists (specification §4). */
  exists: boolean;
};

/** The fields that apply to all of the group's options. */
export const GroupFields = memo(function GroupFields({ formId, exists }: Props) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const fields = form.getFieldset();
  return (
    <FormLayout>
      <FormTextField field={fields.name} label="Name" />
      <FormTextField
        field={fields.position}
        label="Position"
        inputMode="numeric"
        helpText="Where this group appears among a product’s subscription options. 0 comes first."
      />
      <FixingDiscountTypes formId={formId}>
        <FormCheckbox
          field={fields.isDynamic}
          label="Usage-based"
          disabled={exists}
          ariaDescribedBy={`${formId}-usage`}
        />
        {/* Not the checkbox's own help text, which is dimmed when the checkbox is disabled. */}
        <Text as="p" tone="subdued" id={`${formId}-usage`}>
          {exists
            ? 'You can’t change this once the group exists.'
            : 'Orders go out as customers run low, not on set dates. An option’s interval is the shortest time between two orders.'}
        </Text>
      </FixingDiscountTypes>
      {fields.isDynamic.value === 'on' ? (
        <FormTextField
          field={fields.dynamicSellingPlanName}
          label="Usage-based plan name"
          placeholder="Based on usage"
        />
      ) : null}
      <FormLayout.Group condensed>
        <FormTextField
          field={fields.firstOrderDiscount}
          label="First order discount"
          suffix="%"
          inputMode="decimal"
        />
        <FormTextField
          field={fields.firstOrderDiscountCycles}
          label="First order discount cycles"
          inputMode="numeric"
          helpText="How many orders get this discount."
        />
      </FormLayout.Group>
      <FormTextField
        field={fields.recurringDiscount}
        label="Recurring discount"
        suffix="%"
        inputMode="decimal"
        helpText="Applies to options without their own discount."
      />
    </FormLayout>
  );
});

/**
 * Around the box that makes a group usage-based, whose options' discount type is fixed (specification §4). Apart from the
 * fields, which need not render when an option comes or goes.
 */
function FixingDiscountTypes({ formId, children }: { formId: string; children: ReactNode }) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const options = form.getFieldset().recurringPolicies.getFieldList();

  function fixDiscountTypes() {
    for (const option of options) {
      const { name } = option.getFieldset().discountType;
      form.update({ name, value: 'PERCENTAGE' });
    }
  }

  return (
    <div
      // React's own change events bubble up to here, after the field took the new value.
      onChange={(event) => {
        const changed = event.target;
        if (changed instanceof HTMLInputElement && changed.checked) fixDiscountTypes();
      }}
    >
      {children}
    </div>
  );
}
