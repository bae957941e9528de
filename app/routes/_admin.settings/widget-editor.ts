import type { WidgetDiagnosis } from '#contract/theme.ts';

/** The published theme's product page, where a widget that is on can be moved or taken away. */
export const productPageEditor = '/themes/current/editor?template=product';

/** Where the merchant turns the widget on, or changes one that is on. */
export function editorPathOf({ isWidgetOn, takesBlocks, editorPaths }: WidgetDiagnosis): string {
  if (isWidgetOn) return productPageEditor;
  return takesBlocks ? editorPaths.block : editorPaths.embed;
}
