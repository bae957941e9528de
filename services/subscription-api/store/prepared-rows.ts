import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { type Place, prepared } from './prepared.ts';

type Values = Record<string, unknown>;
type Columns = Readonly<Record<string, PgColumn>>;
type Statement = { execute(values: Values): Promise<unknown> };

const each = <Value>(names: readonly string[], of: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

/** Carries out a statement on a row, which is built once for each set of columns that rows name. */
function byColumns(
  columns: Columns,
  build: (
    database: Database,
    names: readonly string[],
    written: (name: string) => SQL,
  ) => Statement,
) {
  const known = new Map<string, (database: Database, values: Values) => Promise<unknown>>();
  return async (database: Database, row: Values): Promise<void> => {
    const names = Object.keys(row).filter((name) => row[name] !== undefined);
    const named = names.join();
    const statement =
      known.get(named) ??
      prepared((at, place: Place<Values>) => build(at, names, (name) => sql`${place(name)}`));
    known.set(named, statement);
    const written = (name: string) =>
      row[name] === null ? null : columns[name]?.mapToDriverValue(row[name]);
    await statement(database, each(names, written));
  };
}

/**
 * Makes the function that inserts a row of a table, or updates the columns that it names if there is one with its key. Its statements are prepared.
 * @param key the names of the primary key's columns
 */
export function keeperOf<Table extends PgTable>(
  table: Table,
  key: ReadonlyArray<keyof Table['$inferInsert'] & string>,
): (database: Database, row: Table['$inferInsert']) => Promise<void> {
  // TypeScript can't follow that the columns of a table not known yet make its row; those of any table do.
  const anyTable: PgTable = table;
  const columns: Columns = getTableColumns(table);
  return byColumns(columns, (database, names, written) => {
    const values = each(names, written);
    const set = each(names, (name) => sql`excluded.${sql.identifier(columns[name]?.name ?? '')}`);
    const target = key.flatMap((name) => columns[name] ?? []);
    return database.insert(anyTable).values(values).onConflictDoUpdate({ target, set }).prepare('');
  });
}

/**
 * Makes the function that updates the columns that it is given of the row with the key that it is given. Its statements are prepared.
 * @param key the names of the primary key's columns
 */
export function changerOf<Table extends PgTable>(
  table: Table,
  key: ReadonlyArray<keyof Table['$inferInsert'] & string>,
): (database: Database, row: Partial<Table['$inferInsert']>) => Promise<void> {
  // TypeScript can't follow that the columns of a table not known yet make its row; those of any table do.
  const anyTable: PgTable = table;
  const columns: Columns = getTableColumns(table);
  return byColumns(columns, (database, names, written) => {
    const keys: readonly string[] = key;
    const set = each(
      names.filter((name) => !keys.includes(name)),
      written,
    );
    const isRow = key.map((name) => sql`${columns[name]} = ${written(name)}`);
    return database
      .update(anyTable)
      .set(set)
      .where(and(...isRow))
      .prepare('');
  });
}
