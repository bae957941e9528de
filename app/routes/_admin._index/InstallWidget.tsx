import { Banner, Button, InlineStack } from '@shopify/polaris';
import { useEffect } from 'react';
import type { InstallWidgetAnswer } from '#contract/theme.ts';
import { themeTexts } from '#contract/widget.ts';
import { useThemeEditor } from '../../bridge/use-admin-screen.ts';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import type { FormSubmission } from '../../forms/use-form-submission.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';

/** First pause before looking at the theme again while the app is in sight, in ms; it doubles, see `usePolling`. */
const firstLook = 10_000;

/** Whether the last install found the widget on the theme. */
export function isInstalled({ answer }: FormSubmission<InstallWidgetAnswer>): boolean {
  return answer?.saved?.isWidgetOn === true;
}

/**
 * The last step of Get started. No app may write into a theme. If the widget isn't on the theme yet, the theme editor opens in a tab of
 * its own, and the step is done once the merchant saves the widget there.
 */
export function InstallWidget({ submission }: { submission: FormSubmission<InstallWidgetAnswer> }) {
  const editor = useThemeEditor();
  const { answer } = submission;
  const saved = isInstalled(submission) ? undefined : answer?.saved;
  const editorPath = saved?.editorPath;
  const { open } = editor;
  // Opens once for each answer, because a later answer may have the same path.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer stands for the press
  useEffect(() => {
    if (editorPath !== undefined) open(editorPath);
  }, [answer, open]);
  useRevalidateOnFocus(editorPath === undefined ? undefined : firstLook);
  return (
    <SubmissionForm
      submission={submission}
      intent="install-widget"
      action="/?index"
      withoutMessage={themeTexts.installFailed}
    >
      {editor.failure ? <Banner tone="critical" title={editor.failure} /> : null}
      {editorPath === undefined ? null : (
        <Banner
          tone="info"
          title="Save the widget in your theme editor"
          action={{ content: 'Open theme editor', onAction: () => open(editorPath) }}
        >
          {saved?.takesBlocks
            ? 'The theme editor opens in a new tab, with the “Subscription plans” block on your product page. Save it there.'
            : 'The theme editor opens in a new tab, with “Subscription plans” turned on under App embeds. Save it there.'}{' '}
          This step then completes on its own.
        </Banner>
      )}
      <InlineStack>
        <Button variant="primary" submit loading={submission.isSubmitting}>
          Install Widget
        </Button>
      </InlineStack>
    </SubmissionForm>
  );
}
