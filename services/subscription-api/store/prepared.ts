import { type Placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Stands for a value in a prepared statement. A date's is ISO text. */
export type Place<Values> = (name: keyof Values & string) => Placeholder;

/**
 * A statement whose text is always the same. Drizzle takes longer to build most than the database to carry them out, so it is built once for each
 * driver, also for transactions.
 * @param build ends with `.prepare('')`: without a name, PostgreSQL plans it for its values
 */
export function prepared<Values extends Record<string, unknown>, Answer>(
  build: (
    database: Database,
    place: Place<Values>,
  ) => { execute(values: Record<string, unknown>): Promise<Answer> },
): (database: Database, values: Values) => Promise<Answer> {
  const built = new WeakMap<object, ReturnType<typeof build>>();
  return async (database, values) => {
    const { session } = database._;
    const known = built.get(session.constructor) ?? build(database, sql.placeholder);
    built.set(session.constructor, known);
    // Drizzle's statements carry the connection with them that they were built for, and a transaction has its own.
    const own: typeof known = Object.create(known, {
      client: { value: Reflect.get(session, 'client') },
    });
    return await own.execute(values);
  };
}
