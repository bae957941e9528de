import { Banner, Button, InlineStack } from '@shopify/polaris';
import { themeTexts } from '#contract/widget.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import type { FormSubmission } from '../../forms/use-form-submission.ts';
import { propertyOf, textOf } from '../../subscription-api/json-property.ts';

/** Whether the theme shows the widget, as the last install found it. */
export function isInstalled({ answer }: FormSubmission<unknown>): boolean {
  return propertyOf(answer?.saved, 'isWidgetOn') === true;
}

/**
 * The last step of Get started. No app may write into a theme: where the widget is not on it yet, the merchant is led to the
 * theme's editor, and the step is done when they come back with the widget added.
 */
export function InstallWidget({ submission }: { submission: FormSubmission<unknown> }) {
  const editor = useAdminScreen();
  const saved = submission.answer?.saved;
  const message = textOf(saved, 'message');
  const editorPath = textOf(saved, 'editorPath');
  return (
    <SubmissionForm
      submission={submission}
      intent="install-widget"
      action="/?index"
      withoutMessage={themeTexts.installFailed}
    >
      {editor.failure ? <Banner tone="critical" title={editor.failure} /> : null}
      {message === undefined || editorPath === undefined ? null : (
        <Banner
          tone="warning"
          title={message}
          action={{ content: 'Open theme editor', onAction: () => editor.open(editorPath) }}
        >
          Add the block “Subscription plans” to the product page, save the theme, then come back and
          press Install Widget again.
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
