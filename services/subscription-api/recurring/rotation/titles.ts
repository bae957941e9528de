import { globalIdOf } from '#contract/global-id.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { ServiceError } from '../../service-error.ts';
import { keepTold, toldOf } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findTitles } from './documents.ts';

/** Asks Shopify for the titles of a rotation's products, and keeps them. Where it doesn't answer, screens do without. */
export async function askForTitles(
  context: Pick<ShopContext, 'database' | 'shop' | 'graphql' | 'logger'>,
  ids: readonly string[],
): Promise<void> {
  try {
    const { nodes } = await context.graphql(findTitles, {
      ids: ids.map((id) => globalIdOf('Product', id)),
    });
    await keepTold(
      context,
      ids.map((id) =>
        toldOf(id, nodes.find((node) => node?.id === globalIdOf('Product', id)) ?? undefined),
      ),
    );
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof ServiceError)) throw error;
    context.logger.info({ error }, 'the products of a rotation could not be read');
  }
}
