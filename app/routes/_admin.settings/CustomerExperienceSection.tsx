import { ChoiceList, TextField } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { SettingsSection } from './SettingsSection.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const senders = [
  {
    value: 'false',
    label: 'yesreply',
    helpText: 'Customers may answer. What they write goes to the reply-to email.',
  },
  { value: 'true', label: 'no-reply', helpText: 'Says that nobody reads answers.' },
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
      description="What your customers receive from you, and when."
    >
      <TextField
        {...form.fieldOf('replyToEmail')}
        label="Reply-to email"
        type="email"
        autoComplete="email"
        helpText="Where answers of your customers go."
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
        helpText="How many days before their order customers are reminded of it. Does not apply to orders scheduled by the scale."
      />
      {children}
    </SettingsSection>
  );
}
