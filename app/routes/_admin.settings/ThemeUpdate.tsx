import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { themeTexts } from '#contract/widget.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useThemeEditor } from '../../bridge/use-admin-screen.ts';
import { Announced } from '../../components/Announced.tsx';
import { useResourceRequest } from '../../requests/use-resource.ts';
import type { SavedSettings } from './use-saved-settings.ts';

type Props = {
  /** The theme has all of it. */
  onUpdated: () => void;
  /** The merchant must grant something first, which the error page leads to. */
  onFailed: SavedSettings['failed'];
};

/** Brings the widget up to date on the theme, as far as the platform lets an app: the rest is the merchant's, in its editor. */
export function ThemeUpdate({ onUpdated, onFailed }: Props) {
  const editor = useThemeEditor();
  const showToast = useToast();
  const { ask, isAsking, failure } = useResourceRequest({ leavesForUpdate: false });
  /** The address where the merchant does it by hand. */
  const [editorPath, setEditorPath] = useState<string>();

  async function update() {
    if (isAsking) return;
    setEditorPath(undefined);
    const { answer, failure: refusal } = await ask({
      method: 'POST',
      path: '/resources/theme',
      answer: async () => (await import('#contract/theme.ts')).installWidgetAnswerSchema,
    });
    if (refusal?.updateUrl !== undefined) return onFailed([{ name: 'Theme' }], refusal);
    if (answer === undefined) {
      showToast(themeTexts.updateFailed, { isError: true });
      return;
    }
    if (answer.manualThemeUpdateRequired) {
      setEditorPath(answer.editorPath);
      return;
    }
    showToast(themeTexts.updated);
    onUpdated();
  }

  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Theme
      </Text>
      {failure === undefined ? null : (
        <Banner tone="critical" title={themeTexts.updateFailed}>
          <p>{failure.message}</p>
        </Banner>
      )}
      {editorPath === undefined ? null : (
        <Banner
          tone="warning"
          title={themeTexts.manualUpdateRequired}
          action={{ content: 'Open theme editor', onAction: () => editor.open(editorPath) }}
        >
          <p>
            Add the block “Subscription plans” to your product page in the theme editor, and save.
            Then come back and update again.
          </p>
        </Banner>
      )}
      {editor.failure === undefined ? null : <Banner tone="critical" title={editor.failure} />}
      <Text as="p" tone="subdued">
        Updates the widget in your theme with your latest plans and button color.
      </Text>
      <InlineStack>
        <Announced>{isAsking ? 'Updating' : ''}</Announced>
        <Button onClick={() => void update()}>{isAsking ? 'Updating' : 'Update theme'}</Button>
      </InlineStack>
    </BlockStack>
  );
}
