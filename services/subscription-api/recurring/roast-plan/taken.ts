import { and, eq, gte } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../store/database.ts';
import { roastDayTable as taken } from '../../store/schema.ts';

const takenItemSchema = z.object({
  id: z.string(),
  product: z.string().nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  bags: z.number().int(),
});

/** An item of a day that was taken. Its names are kept, because nothing else may name it any more. */
export type TakenItem = z.infer<typeof takenItemSchema>;

export type TakenDay = { items: TakenItem[]; at: Date; by: string | null };

/** The days from `from` on that somebody took, by day. */
export async function findTaken(
  database: Database,
  shop: string,
  from: string,
): Promise<Map<string, TakenDay>> {
  const rows = await database
    .select()
    .from(taken)
    .where(and(eq(taken.shop, shop), gte(taken.day, from)));
  return new Map(
    rows.map(({ day, items, takenAt, by }) => [
      day,
      { items: z.array(takenItemSchema).parse(items), at: takenAt, by },
    ]),
  );
}

/** Keeps a day as it is roasted, in place of what was taken before. */
export async function keepTaken(
  database: Database,
  { shop, day }: { shop: string; day: string },
  { items, at, by }: TakenDay,
): Promise<void> {
  const row = { items, takenAt: at, by };
  await database
    .insert(taken)
    .values({ shop, day, ...row })
    .onConflictDoUpdate({ target: [taken.shop, taken.day], set: row });
}

export async function forgetTaken(database: Database, shop: string, day: string): Promise<void> {
  await database.delete(taken).where(and(eq(taken.shop, shop), eq(taken.day, day)));
}
