import { Banner } from '@shopify/polaris';
import { useEffect } from 'react';
import { ErrorPage } from '../../components/ErrorPage.tsx';
import { focusHeading } from '../../forms/use-focus-return.ts';
import type { SettingFailure } from './use-saved-settings.ts';

/** In place of the settings (specification §8); they come back as they were left. */
export function FailedSave({ failure, onBack }: { failure: SettingFailure; onBack: () => void }) {
  useEffect(focusHeading, []);
  return (
    <ErrorPage
      failure={failure}
      back={{
        content: 'Back to settings',
        text: `${failure.what} may not be saved. Your settings are as you left them.`,
        onAction: onBack,
      }}
    />
  );
}

type Props = { failure: SettingFailure; onDismiss: () => void };

/** Stays above the settings until the same thing is saved. */
export function UnsolvedFailure({ failure, onDismiss }: Props) {
  useEffect(focusHeading, []);
  return (
    <Banner tone="critical" title={`${failure.what} could not be saved`} onDismiss={onDismiss}>
      <p>{failure.message}</p>
    </Banner>
  );
}
