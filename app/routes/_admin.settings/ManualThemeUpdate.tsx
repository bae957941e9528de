import { Banner } from '@shopify/polaris';
import type { WidgetDiagnosis } from '#contract/theme.ts';
import { themeTexts } from '#contract/widget.ts';
import { useThemeEditor } from '../../bridge/use-admin-screen.ts';
import { editorPathOf, productPageEditor } from './widget-editor.ts';

type Props = {
  /** If the widget must be turned on or off by hand: its state on the theme. */
  widget: WidgetDiagnosis | undefined;
  /** Whether the merchant turned it on. */
  isWanted: boolean;
};

/** The theme can't show what was saved until the merchant changes it by hand. */
export function ManualThemeUpdate({ widget, isWanted }: Props) {
  const editor = useThemeEditor();
  const path = widget && (isWanted ? editorPathOf(widget) : productPageEditor);
  return (
    <Banner
      tone="warning"
      title={themeTexts.manualUpdateRequired}
      action={
        path === undefined
          ? { content: 'Check the widget', url: '/widget' }
          : { content: 'Open theme editor', onAction: () => editor.open(path) }
      }
    >
      <p>{editor.failure ?? whatToDo(widget, isWanted)}</p>
    </Banner>
  );
}

function whatToDo(widget: Props['widget'], isWanted: boolean): string {
  if (widget === undefined) return 'Your change is saved, but your theme doesn’t show it yet.';
  if (!isWanted)
    return 'Remove “Subscription plans” from your theme in the theme editor, and save.';
  return widget.takesBlocks
    ? 'Add the block “Subscription plans” to your product page in the theme editor, and save.'
    : 'Turn on “Subscription plans” under App embeds in the theme editor, and save.';
}
