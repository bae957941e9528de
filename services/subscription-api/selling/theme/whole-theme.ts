import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  readMoreFiles,
  readMoreGroups,
  readMoreGroupsOfProduct,
  type ThemeAnswer,
  type WidgetGroup,
  type WidgetProduct,
} from './documents.ts';
import { readThemeFiles, type ThemeReading } from './theme-files.ts';

/** Reads whether the theme shows the widget, with the files after the first page. */
export async function readWholeTheme(
  context: ShopContext,
  { currentAppInstallation, themes }: Pick<ThemeAnswer, 'currentAppInstallation' | 'themes'>,
): Promise<ThemeReading> {
  const [theme] = themes.nodes;
  const files = await allNodes(theme?.files ?? noNodes, async (after) => {
    const [next] = (await context.graphql(readMoreFiles, { after })).themes.nodes;
    return next?.files ?? noNodes;
  });
  return readThemeFiles(currentAppInstallation.app, theme ?? null, files);
}

/** All of the app's groups. */
export async function allGroups(
  context: ShopContext,
  { sellingPlanGroups }: Pick<ThemeAnswer, 'sellingPlanGroups'>,
): Promise<WidgetGroup[]> {
  return await allNodes(
    sellingPlanGroups,
    async (after) => (await context.graphql(readMoreGroups, { after })).sellingPlanGroups,
  );
}

/** All groups, from any app, that a product is in. */
export async function allGroupsOf(
  context: ShopContext,
  { id: productId, sellingPlanGroups }: WidgetProduct,
): Promise<WidgetGroup[]> {
  return await allNodes(sellingPlanGroups, async (after) => {
    const { product } = await context.graphql(readMoreGroupsOfProduct, { productId, after });
    return product?.sellingPlanGroups ?? noNodes;
  });
}
