import { sql } from 'drizzle-orm';
import { isTimeZone } from '#contract/calendar.ts';
import type { Database } from '../../store/database.ts';

/** PostgreSQL's code for an argument that it doesn't know, such as a time zone. */
const unknownArgument = '22023';

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : codeOf(error.cause);
}

/** Whether both this process and the database know a time zone. Either may have a newer list than the other. */
export async function isUsableTimeZone(
  database: Database,
  timeZone: string,
  isKnownHere: (timeZone: string) => boolean = isTimeZone,
): Promise<boolean> {
  // PostgreSQL reads an offset such as +05:30 with the opposite sign.
  if (!/^[a-z]/i.test(timeZone) || !isKnownHere(timeZone)) return false;
  return await database.execute(sql`select now() at time zone ${timeZone}`).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== unknownArgument) throw error;
      return false;
    },
  );
}
