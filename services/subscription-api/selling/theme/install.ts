import { onboardingSteps } from '#contract/limits.ts';
import { groupAppId, type InstallWidgetAnswer, themeTexts } from '#contract/theme.ts';
import { OutcomeUnknownError, PlatformError } from '../../platform/platform-error.ts';
import { ServiceError } from '../../service-error.ts';
import { completeStep } from '../../shop/proposed-vendor.ts';
import { enableWidget } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { publishKeptColor } from './button-color.ts';
import { markGroup, readTheme } from './documents.ts';
import { assertReadable } from './theme-files.ts';
import { allGroups, readWholeTheme } from './whole-theme.ts';

/**
 * Turns the widget on as far as Shopify lets an app: it marks the groups from before the widget, so that the widget shows them, and returns where the
 * merchant adds it to the theme. Once the theme has it, onboarding's last step is done.
 * @throws ServiceError with the specification's text (§8) if Shopify fails
 */
export async function installWidget(context: ShopContext): Promise<InstallWidgetAnswer> {
  const { state, groups } = await read(context);
  await markGroups(
    context,
    groups.filter(({ appId }) => appId !== groupAppId).map(({ id }) => id),
  );
  // Publishing may have failed when the color was saved.
  await withInstallText(() => publishKeptColor(context));
  if (state.isWidgetOn) {
    await enableWidget(context);
    await completeStep(context.database, context.shop, onboardingSteps);
  }
  return {
    ...state,
    manualThemeUpdateRequired: !state.isWidgetOn,
    editorPath: state.takesBlocks ? state.editorPaths.block : state.editorPaths.embed,
  };
}

/** Whether the theme shows the widget. */
export async function isWidgetOnTheme(context: ShopContext): Promise<boolean> {
  const answer = await context.graphql(readTheme, {});
  const reading = await readWholeTheme(context, answer);
  assertReadable(reading);
  return reading.state.isWidgetOn;
}

/** The same. If the theme shows it, also turns the setting on, as {@link installWidget} does. */
export async function noticeWidget(context: ShopContext): Promise<boolean> {
  const isWidgetOn = await isWidgetOnTheme(context);
  if (isWidgetOn) await enableWidget(context);
  return isWidgetOn;
}

async function read(context: ShopContext) {
  return await withInstallText(async () => {
    const answer = await context.graphql(readTheme, {});
    const { state } = await readWholeTheme(context, answer);
    return { state, groups: await allGroups(context, answer) };
  });
}

async function markGroups(context: ShopContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const answer = await withInstallText(() =>
      context.graphql(markGroup, { id, input: { appId: groupAppId } }),
    );
    const [error] = answer.sellingPlanGroupUpdate?.userErrors ?? [];
    // A group that was deleted in the meantime needs no mark.
    if (error !== undefined) context.logger.warn({ id, code: error.code }, 'group not marked');
  }
}

/** Puts Shopify's failures into the merchant's words, except those that already say whom or what to wait for. */
async function withInstallText<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === 'not authorized') throw error;
    if (error instanceof PlatformError && error.isRefusal) throw error;
    // Marking a group twice is harmless, so we don't look up the outcome.
    const kind = error instanceof OutcomeUnknownError ? 'failed' : error.kind;
    throw new ServiceError(kind, { message: themeTexts.installFailed }, error);
  }
}
