import { originalIdOf } from '#contract/global-id.ts';
import { groupAppId, type WidgetDiagnosis, type WidgetFinding } from '#contract/theme.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  readTheme,
  readThemeAndProduct,
  type WidgetGroup,
  type WidgetProduct,
} from './documents.ts';
import { assertReadable, type ThemeReading } from './theme-files.ts';
import { allGroups, allGroupsOf, readWholeTheme } from './whole-theme.ts';

/** Why customers don't see the widget, in the store and on one product. Takes one call of Shopify, or more if there are many files or groups. */
export async function diagnoseWidget(
  context: ShopContext,
  productId: string | undefined,
): Promise<WidgetDiagnosis> {
  if (productId === undefined) {
    const answer = await context.graphql(readTheme, {});
    const reading = await readWholeTheme(context, answer);
    assertReadable(reading);
    const groups = await allGroups(context, answer);
    const findings = [...themeFindings(reading), ...groupFindings(groups)];
    return { ...reading.state, findings, storefrontUrl: null };
  }
  const answer = await context.graphql(readThemeAndProduct, { productId });
  const reading = await readWholeTheme(context, answer);
  const groups = await allGroups(context, answer);
  const { product } = answer;
  const suffix = product?.templateSuffix;
  const isOnItsTemplate =
    suffix != null && reading.templatesWithBlock.includes(`product.${suffix}`);
  if (!isOnItsTemplate) assertReadable(reading);
  return {
    ...reading.state,
    isWidgetOn: reading.state.isWidgetOn || isOnItsTemplate,
    findings: [
      ...(isOnItsTemplate ? [] : themeFindings(reading)),
      ...groupFindings(groups),
      ...(product === null
        ? [{ kind: 'product-missing' } as const]
        : productFindings(product, await allGroupsOf(context, product), reading, groups)),
    ],
    storefrontUrl: product?.onlineStoreUrl ?? null,
  };
}

function themeFindings({ state, templatesWithBlock }: ThemeReading): WidgetFinding[] {
  const { block, embed } = state.editorPaths;
  if (state.isWidgetOn) return [];
  if (templatesWithBlock.length > 0) {
    return [{ kind: 'wrong-template', templates: templatesWithBlock, path: block }];
  }
  // A theme without JSON templates takes embeds, but no blocks.
  return state.theme !== null && !state.takesBlocks
    ? [{ kind: 'embed-only', path: embed }]
    : [{ kind: 'not-added', path: block }];
}

/** The reasons why customers can't see the shop's own groups. */
export function groupFindings(groups: readonly WidgetGroup[]): WidgetFinding[] {
  if (groups.length === 0) return [{ kind: 'no-group' }];
  return groups.flatMap(({ id, name, appId, sellingPlans, ...counts }): WidgetFinding[] => {
    const group = { id, name };
    const covered = (counts.productsCount?.count ?? 0) + (counts.productVariantsCount?.count ?? 0);
    if (sellingPlans.nodes.length === 0) return [{ kind: 'group-without-plans', group }];
    if (covered === 0) return [{ kind: 'group-without-products', group }];
    return appId === groupAppId ? [] : [{ kind: 'group-not-marked', group }];
  });
}

function productFindings(
  product: WidgetProduct,
  groups: readonly WidgetGroup[],
  { isEmbedOn, templates, templatesWithBlock, blockPath }: ThemeReading,
  ownGroups: readonly WidgetGroup[],
): WidgetFinding[] {
  const named = { id: product.id, name: product.title };
  const findings: WidgetFinding[] = [];
  if (product.status !== 'ACTIVE' || product.onlineStoreUrl === null) {
    const path = `/products/${originalIdOf(product.id)}`;
    findings.push({ kind: 'product-not-on-sale', product: named, path });
  }
  const template = `product.${product.templateSuffix}`;
  const hasOwnTemplate = product.templateSuffix !== null && templates.includes(template);
  if (hasOwnTemplate && !isEmbedOn && !templatesWithBlock.includes(template)) {
    const path = blockPath(template);
    findings.push({ kind: 'product-template', product: named, template, path });
  }
  const ownGroupIds = new Set(ownGroups.map(({ id }) => id));
  const isOwn = ({ id, appId }: WidgetGroup) => appId === groupAppId || ownGroupIds.has(id);
  if (groups.length === 0) findings.push({ kind: 'product-in-no-group', product: named });
  else if (!groups.some(isOwn)) {
    const names = groups.map(({ name }) => name);
    findings.push({ kind: 'another-apps-plans', product: named, groups: names });
  }
  return findings;
}
