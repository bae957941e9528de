import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** An instant as ISO text in UTC, to the second as the platform gives it, whichever database and driver. */
export function isoOf(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** What clocks in a time zone show at an instant. */
export function localTimeIn(timeZone: string, instant: Date): SQL {
  return sql`(${instant.toISOString()}::timestamptz at time zone ${timeZone})`;
}
