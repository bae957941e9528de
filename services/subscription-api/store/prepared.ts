import { type Placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Stands for a value in a prepared statement. A date's is ISO text. */
export type Place<Values> = (name: keyof Values & string) => Placeholder;

/**
 * A statement whose text is always the same. Drizzle takes longer to build most than the database to carry them out, so it is built once for each
 * database, and in a transaction each time.
 * @param build ends with `.prepare('')`: without a name, PostgreSQL plans it for its values
 */
export function prepared<Values extends Record<string, unknown>, Answer>(
  build: (
    database: Database,
    place: Place<Values>,
  ) => { execute(values: Record<string, unknown>): Promise<Answer> },
): (database: Database, values: Values) => Promise<Answer> {
  const built = new WeakMap<Database, ReturnType<typeof build>>();
  return async (database, values) => {
    const known = built.get(database) ?? build(database, sql.placeholder);
    built.set(database, known);
    return await known.execute(values);
  };
}
