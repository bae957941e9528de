import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** An instant as ISO text in UTC, to the second like Shopify's, the same from either database. */
export function isoOf(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** An instant of ours, which is to the millisecond, as ISO text in UTC. */
export function exactIsoOf(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** An instant as local time in a time zone. */
export function localTimeIn(timeZone: string, instant: Date): SQL {
  return sql`(${instant.toISOString()}::timestamptz at time zone ${timeZone})`;
}
