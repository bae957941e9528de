import type { WidgetDiagnosis } from '#contract/theme.ts';

/** The published theme's product page, where a widget that is on can be moved or taken away. */
export const productPageEditor = '/themes/current/editor?template=product';

/** The theme editor's address, where the merchant turns the widget on or changes it. */
export function editorPathOf({ isWidgetOn, takesBlocks, editorPaths }: WidgetDiagnosis): string {
  if (isWidgetOn) return productPageEditor;
  return takesBlocks ? editorPaths.block : editorPaths.embed;
}
