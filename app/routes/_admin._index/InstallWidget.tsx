import { Banner, Button, InlineStack } from '@shopify/polaris';
import { useEffect } from 'react';
import type { InstallWidgetAnswer } from '#contract/theme.ts';
import { themeTexts } from '#contract/widget.ts';
import { useThemeEditor } from '../../bridge/use-admin-screen.ts';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import type { FormSubmission } from '../../forms/use-form-submission.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';

/** When the theme is looked at while the merchant is in its editor and has the app in sight, in ms; then ever more seldom. */
const firstLook = 10_000;

/** Whether the theme shows the widget, as the last install found it. */
export function isInstalled({ answer }: FormSubmission<InstallWidgetAnswer>): boolean {
  return answer?.saved?.isWidgetOn === true;
}

/**
 * The last step of Get started. No app may write into a theme: where the widget is not on it yet, its editor opens in a tab of its
 * own, and the step is done once the merchant has saved the widget there.
 */
export function InstallWidget({ submission }: { submission: FormSubmission<InstallWidgetAnswer> }) {
  const editor = useThemeEditor();
  const { answer } = submission;
  const saved = isInstalled(submission) ? undefined : answer?.saved;
  const editorPath = saved?.editorPath;
  const { open } = editor;
  // Once for each answer: a later one may have the same path.
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
