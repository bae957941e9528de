import { Banner } from '@shopify/polaris';
import { useEffect } from 'react';
import { ErrorPage } from '../../components/ErrorPage.tsx';
import { focusHeading } from '../../forms/use-focus-return.ts';
import { hasKeptTyping } from './typed-settings.ts';
import { namesOf, type SettingFailure } from './use-saved-settings.ts';
import type { PartlySaved as Outcome } from './use-settings-form.ts';

/** In place of the settings (specification §8); they come back as they were left. */
export function FailedSave({ failure, onBack }: { failure: SettingFailure; onBack: () => void }) {
  useEffect(focusHeading, []);
  const { unsaved, saved } = failure;
  const beside = saved ? `Saved: ${saved}. ` : '';
  const typed = hasKeptTyping() ? ' What you typed is kept.' : '';
  return (
    <ErrorPage
      failure={failure}
      back={{
        content: 'Back to settings',
        text: `${beside}Not saved: ${namesOf(unsaved)}.${typed}`,
        onAction: onBack,
      }}
    />
  );
}

type Props = { failure: SettingFailure; onDismiss: () => void };

/** Stays above the settings until the same thing is saved. */
export function UnsolvedFailure({ failure, onDismiss }: Props) {
  useEffect(focusHeading, []);
  const { unsaved, saved, message } = failure;
  return (
    <Banner tone="critical" title={`Not saved: ${namesOf(unsaved)}`} onDismiss={onDismiss}>
      <p>{message}</p>
      {saved ? <p>{`Saved: ${saved}.`}</p> : null}
    </Banner>
  );
}

/** Which settings were saved, where a field keeps the others from it. */
export function PartlySaved({ of: { saved, unsaved } }: { of: Outcome }) {
  return (
    <Banner tone="critical" title={`Not saved: ${unsaved}`}>
      {saved === '' ? null : <p>{`Saved: ${saved}.`}</p>}
    </Banner>
  );
}
