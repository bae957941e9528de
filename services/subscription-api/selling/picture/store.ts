import { and, eq } from 'drizzle-orm';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { pictureTable } from '../../store/schema.ts';

/** Records that the shop has this picture in its files. */
export async function keepPicture(
  { database, shop }: ShopContext,
  picture: { fileId: string; url: string },
): Promise<void> {
  await database
    .insert(pictureTable)
    .values({ shop, ...picture })
    .onConflictDoNothing();
}

/** Whether this is the address of a picture that was uploaded for this shop. */
export async function isOwnPicture(
  database: Pick<Database, 'select'>,
  shop: string,
  url: string,
): Promise<boolean> {
  const found = await database
    .select({ url: pictureTable.url })
    .from(pictureTable)
    .where(and(eq(pictureTable.shop, shop), eq(pictureTable.url, url)));
  return found.length > 0;
}
