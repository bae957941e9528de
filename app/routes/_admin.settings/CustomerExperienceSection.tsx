import { ChoiceList, TextField } from '@shopify/polaris';
import type { ReactNode } from 'react';
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

/** What customers receive; `children` are further settings of the section. */
export function CustomerExperienceSection({
  form,
  children,
}: {
  form: SettingsForm;
  children?: ReactNode;
}) {
  const sender = form.fieldOf('useNoReply');
  return (
    <SettingsSection
      title="Customer Experience"
      description="How your customer emails look, and who they come from. Cadence doesn’t email customers yet, so for now only your test emails use this."
    >
      <TextField
        {...form.fieldOf('replyToEmail')}
        label="Reply-to email"
        type="email"
        autoComplete="email"
        helpText="Where your customers’ replies go."
      />
      <ChoiceList
        title="Sender"
        choices={senders}
        selected={[sender.value]}
        onChange={([chosen]) => {
          if (chosen !== undefined) sender.onChange(chosen);
        }}
      />
      <TextField
        {...form.fieldOf('daysBeforeReminder')}
        label="Days before reminder"
        inputMode="numeric"
        autoComplete="off"
        helpText="How many days before an order to remind customers. Doesn’t apply to orders scheduled by the scale. No effect yet: Cadence doesn’t send reminders."
      />
      {children}
    </SettingsSection>
  );
}
