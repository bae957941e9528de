import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { getShop } from '../../shop/documents.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { bulkChangeTable as changes } from '../../store/schema.ts';
import { readImportFile } from './read-file.ts';
import { type ReadLine, readLine } from './read-line.ts';

/**
 * Reads a file of subscribers and keeps its lines, of which nothing is written to the platform. A job then looks up what they name (check.ts).
 * @returns the id of the bulk change that it has become
 * @throws ServiceError `invalid fields` of `file` where it can't be read, in words
 */
export async function prepareImport(context: ShopContext, file: File): Promise<string> {
  const { shop, database, actor, jobs } = context;
  const fileLines = readImportFile(new Uint8Array(await file.arrayBuffer()));
  const { currencyCode } = (await context.graphql(getShop, {})).shop;
  const now = context.now();
  const today = dayIn(await storeTimeZoneOf(context), now);
  const lines = fileLines.map((line) => readLine(line, { shop, currencyCode, today }));
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await transaction.insert(changes).values({
      ...{ shop, id, actor, state: 'checking', preparedAt: now, filter: {} },
      change: {
        change: 'import',
        file: file.name.replaceAll('\0', '').slice(0, 255).toWellFormed(),
      },
    });
    await transaction.execute(insertLines({ shop, id, currencyCode }, lines));
    await jobs.send(transaction, 'change-many', { shop, change: id });
  });
  jobs.wake();
  return id;
}

/** One statement for all of them. */
function insertLines(
  { shop, id, currencyCode }: { shop: string; id: string; currencyCode: string },
  lines: readonly ReadLine[],
) {
  const lineOfKey = new Map<string, number>();
  const rows = lines.map(({ line, reference, email, ...read }) => {
    const told = { line, reference, email };
    if (read.content === null) {
      return {
        ...{ ...told, state: 'left out', reason: 'wrong', problems: read.problems.join(' ') },
      };
    }
    const { content, key } = read;
    const first = lineOfKey.get(key);
    const { day, price, quantity, deliveryPrice } = content;
    if (first !== undefined) {
      const problems = `Line ${first} has the same ${reference === null ? `customer and product. If both are meant, give this line a reference of its own, and leave line ${first} as it is.` : 'reference.'}`;
      return { ...told, state: 'left out', reason: 'twice', problems, day };
    }
    lineOfKey.set(key, line);
    const amount = price * quantity + deliveryPrice;
    return { ...told, state: 'doing', key, content, day, amount };
  });
  // A sign of two halves may have been cut in the middle, which the database refuses.
  const told = JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return sql`insert into import_line (shop, change_id, line, state, reason, problems, reference, email, key, content, amount, currency_code, day)
    select ${shop}, ${id}, line, state, reason, problems, reference, email, key, content, amount, ${currencyCode}, day
    from jsonb_to_recordset(${told}::jsonb) as read (
      line integer, state text, reason text, problems text, reference text, email text, key text, content jsonb, amount bigint, day text
    )`;
}
