import { randomUUID } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import {
  type ChangeView,
  type CreateView,
  type SavedView,
  viewLimits,
  viewTexts,
} from '#contract/saved-view.ts';
import { invalidFields, notFound, ServiceError } from '../../service-error.ts';
import { lockActiveVendor } from '../../shop/active-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { savedViewTable as views } from '../../store/schema.ts';

const shown = { id: views.id, name: views.name, search: views.search };

/** The shop's saved views by name. */
export async function listViews({ database, shop }: ShopContext): Promise<SavedView[]> {
  return await database
    .select(shown)
    .from(views)
    .where(eq(views.shop, shop))
    .orderBy(asc(views.name));
}

/**
 * Keeps a view. One that has this name and this search already is the answer: it was asked for twice.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `invalid fields` if the name is taken, or there are too many
 */
export async function createView(
  context: ShopContext,
  { name, search }: CreateView,
): Promise<SavedView> {
  const { database, shop } = context;
  return await database.transaction(async (transaction) => {
    // One at a time, so that the limit holds.
    await lockActiveVendor(transaction, shop, 'update');
    const known = await listViews({ ...context, database: transaction });
    const same = known.find((view) => view.name === name);
    if (same?.search === search) return same;
    if (same !== undefined) throw invalidFields({ name: [viewTexts.taken] });
    if (known.length >= viewLimits.views) throw invalidFields({ name: [viewTexts.tooMany] });
    const view = { id: randomUUID(), name, search };
    await transaction.insert(views).values({ ...view, shop });
    return view;
  });
}

/**
 * Gives a view another name or search. One that is so already stays so.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `not found` for a view that is gone; `conflict` for one that isn't as its
 *   caller saw it; `invalid fields` if the name is taken
 */
export async function changeView(
  { database, shop }: ShopContext,
  id: string,
  { name, search, seenName, seenSearch }: ChangeView,
): Promise<SavedView> {
  const which = and(eq(views.shop, shop), eq(views.id, id));
  return await database.transaction(async (transaction) => {
    await lockActiveVendor(transaction, shop, 'update');
    const [view] = await transaction.select(shown).from(views).where(which);
    if (view === undefined) throw notFound(viewTexts.unknown);
    if (view.name === name && view.search === search) return view;
    if (view.name !== seenName || view.search !== seenSearch) {
      throw new ServiceError('conflict', { message: viewTexts.changed });
    }
    const others = and(eq(views.shop, shop), eq(views.name, name), ne(views.id, id));
    if ((await transaction.$count(views, others)) > 0) {
      throw invalidFields({ name: [viewTexts.taken] });
    }
    await transaction.update(views).set({ name, search }).where(which);
    return { id, name, search };
  });
}

/**
 * Deletes a view.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `not found` if it is gone already
 */
export async function deleteView({ database, shop }: ShopContext, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockActiveVendor(transaction, shop, 'update');
    const gone = await transaction
      .delete(views)
      .where(and(eq(views.shop, shop), eq(views.id, id)))
      .returning({ id: views.id });
    if (gone.length === 0) throw notFound(viewTexts.unknown);
  });
}
