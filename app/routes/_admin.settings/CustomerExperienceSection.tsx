import { ChoiceList } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { useFieldControl } from '../../forms/use-field-control.ts';
import { SettingsSection } from './SettingsSection.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const senders = [
  {
    value: 'false',
    label: 'yesreply',
    helpText: 'Customers can reply. Their replies go to your reply-to email.',
  },
  { value: 'true', label: 'no-reply', helpText: 'Customers can’t reply, and each email says so.' },
];

/** Settings of the customers' emails; `children` are further settings of the section. */
export function CustomerExperienceSection({
  fields,
  previewUrl,
  children,
}: {
  fields: SettingsForm['fields'];
  /** The address of the reminder's preview. */
  previewUrl: string;
  children?: ReactNode;
}) {
  const { control: sender } = useFieldControl(fields.useNoReply);
  return (
    <SettingsSection
      title="Customer Experience"
      description="How your customer emails look, and who they come from."
    >
      <FormTextField
        field={fields.replyToEmail}
        label="Reply-to email"
        type="email"
        autoComplete="email"
        helpText="Where your customers’ replies go."
      />
      <ChoiceList
        title="Sender"
        name={fields.useNoReply.id}
        choices={senders}
        selected={[`${sender.value}`]}
        onChange={([chosen]) => {
          if (chosen !== undefined) sender.change(chosen);
        }}
      />
      <FormTextField
        field={fields.daysBeforeReminder}
        label="Days before reminder"
        inputMode="numeric"
        labelAction={{
          content: 'Preview',
          accessibilityLabel: 'Preview the reminder',
          url: previewUrl,
        }}
        helpText="How many days before an order to remind customers. Doesn’t apply to orders scheduled by the scale."
      />
      {children}
    </SettingsSection>
  );
}
