import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rowsOf } from '#services/subscription-api/store/rows-of.ts';
import type { ServiceInTest } from '#services/subscription-api/testing/service-in-test.ts';

/** The tables that a database has, asked of itself. */
export async function tablesIn({ database }: Pick<ServiceInTest, 'database'>): Promise<string[]> {
  const rows = await rowsOf(
    database,
    z.object({ name: z.string() }),
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every row of a shop as JSON text, by its table. */
export async function rowsOfShop(
  service: Pick<ServiceInTest, 'database'>,
  shop: string,
): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {};
  for (const table of await tablesIn(service)) {
    const name = sql.identifier(table);
    const rows = await rowsOf(
      service.database,
      z.object({ row: z.string() }),
      sql`select to_jsonb(${name}.*)::text as row from ${name} where shop = ${shop} order by 1`,
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
}

/** What the local platform keeps on disk, by file: its stores and its ShipStation. */
export function platformFiles({ environment }: Pick<ServiceInTest, 'environment'>) {
  const folder = join(environment.dataDirectory, 'platform', 'local-platform');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const journals = files.filter((file) => file.endsWith('.jsonl')).sort();
  return Object.fromEntries(
    journals.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}
