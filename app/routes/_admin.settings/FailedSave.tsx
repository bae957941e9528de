import { Banner } from '@shopify/polaris';
import { useEffect } from 'react';
import { ErrorPage } from '../../components/ErrorPage.tsx';
import { focusHeading } from '../../forms/use-focus-return.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { namesOf, type SettingFailure } from './use-saved-settings.ts';
import type { SettingsForm } from './use-settings-form.ts';

type CallProps = {
  failure: Failure & Partial<SettingFailure>;
  isTyped: boolean;
  onBack: () => void;
};

/** In place of the settings (specification §8), which come back as they were left. */
export function FailedCall({ failure, isTyped, onBack }: CallProps) {
  useEffect(() => {
    focusHeading();
    return focusHeading;
  }, []);
  const { unsaved, saved } = failure;
  const text = [
    saved ? `Saved: ${saved}.` : '',
    unsaved ? `Not saved: ${namesOf(unsaved)}.` : '',
    isTyped ? 'What you typed is kept.' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <ErrorPage
      failure={failure}
      back={{ content: 'Back to settings', text: text || undefined, onAction: onBack }}
    />
  );
}

type Props = { failure: SettingFailure; onDismiss: () => void };

/** Stays above the settings until the same thing is saved. */
export function UnsolvedFailure({ failure, onDismiss }: Props) {
  const { unsaved, saved, message } = failure;
  return (
    <Banner tone="critical" title={`Not saved: ${namesOf(unsaved)}`} onDismiss={onDismiss}>
      <p>{message}</p>
      {saved ? <p>{`Saved: ${saved}.`}</p> : null}
    </Banner>
  );
}

/** Which settings were saved, where a field keeps the others from it. */
export function PartlySaved({
  of: { saved, unsaved },
}: {
  of: NonNullable<SettingsForm['partlySaved']>;
}) {
  return (
    <Banner tone="critical" title={`Not saved: ${unsaved}`}>
      {saved === '' ? null : <p>{`Saved: ${saved}.`}</p>}
    </Banner>
  );
}
