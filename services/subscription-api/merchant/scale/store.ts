import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { type CreatedScale, type Scale, scaleLimits, scaleTexts } from '#contract/scale.ts';
import { invalidFields, notFound } from '../../service-error.ts';
import { lockActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { scaleTable as scales } from '../../store/schema.ts';
import { hashOf, newToken } from '../magic-link/token.ts';

type ScaleRow = typeof scales.$inferSelect;

const shown = ({ id, name, createdAt, usedAt }: ScaleRow): Scale => ({
  ...{ id, name },
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

/** The shop's scales by name, without their tokens. */
export async function listScales(database: Database, shop: string): Promise<Scale[]> {
  const rows = await database
    .select()
    .from(scales)
    .where(eq(scales.shop, shop))
    .orderBy(asc(scales.name));
  return rows.map(shown);
}

/**
 * Makes a scale and its token, of which only a hash is stored.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `invalid fields` if the name is taken, or there are too many
 */
export async function createScale(context: ShopContext, name: string): Promise<CreatedScale> {
  const { shop, database } = context;
  const token = newToken();
  return await database.transaction(async (transaction) => {
    // One at a time, so that the limit holds.
    await lockActiveVendor(transaction, shop, 'update');
    const count = await transaction.$count(scales, eq(scales.shop, shop));
    if (count >= scaleLimits.scales) throw invalidFields({ name: [scaleTexts.tooMany] });
    const fresh = { id: randomUUID(), shop, name, createdAt: context.now(), usedAt: null };
    const [row] = await transaction
      .insert(scales)
      .values({ ...fresh, tokenHash: hashOf(token) })
      .onConflictDoNothing({ target: [scales.shop, scales.name] })
      .returning();
    if (row === undefined) throw invalidFields({ name: [scaleTexts.taken] });
    await recordSettingChange(transaction, context, { setting: 'scales', from: null, to: name });
    return { scale: shown(row), token };
  });
}

/**
 * Revokes a scale's token for good.
 * @throws ServiceError `not found` if the shop has none by this id
 */
export async function revokeScale(context: ShopContext, id: string): Promise<void> {
  const { shop, database } = context;
  await database.transaction(async (transaction) => {
    const [row] = await transaction
      .delete(scales)
      .where(and(eq(scales.shop, shop), eq(scales.id, id)))
      .returning({ name: scales.name });
    if (row === undefined) throw notFound(scaleTexts.unknown);
    await recordSettingChange(transaction, context, {
      ...{ setting: 'scales', from: row.name, to: null },
    });
  });
}

/** A scale whose token was presented. */
export type CallingScale = Pick<ScaleRow, 'id' | 'shop' | 'name'>;

/** The scale of a token; undefined if it was revoked, or nobody made it. */
export async function findScale(
  database: Database,
  token: string,
): Promise<CallingScale | undefined> {
  const [row] = await database
    .select({ id: scales.id, shop: scales.shop, name: scales.name })
    .from(scales)
    .where(eq(scales.tokenHash, hashOf(token)));
  return row;
}

/** Remembers when a scale last asked for an order. */
export async function keepUse(database: Database, { id }: CallingScale, at: Date): Promise<void> {
  await database.update(scales).set({ usedAt: at }).where(eq(scales.id, id));
}
