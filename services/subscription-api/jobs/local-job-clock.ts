import { type AttachableClock, CLOCK_OVERRIDE_SETTING, systemClock } from 'pg-boss';

/** Any number; every process must use the same one. */
const lock = 7_215_010_224;

/**
 * The engine's clock in local mode: the database's clock plus product time's lead over the machine's. It applies to all connections of processes in
 * local mode, and to no others. Call `follow` after product time moved.
 */
export function createLocalJobClock(
  now: () => Date,
): AttachableClock & { follow(): Promise<void> } {
  let follow = async (): Promise<void> => {};
  return {
    ...systemClock,
    now: () => now().getTime(),
    follow: () => follow(),
    async attach({ db, schema }) {
      await db.executeSql(`
        select pg_advisory_xact_lock(${lock});
        create table if not exists ${schema}.local_clock (milliseconds_ahead double precision not null);
        insert into ${schema}.local_clock select 0 where not exists (select from ${schema}.local_clock);
        create or replace function ${schema}.job_now() returns timestamp with time zone language sql stable as $$
          select pg_catalog.now() + case when current_setting('${CLOCK_OVERRIDE_SETTING}', true) = 'on'
            then (select milliseconds_ahead from ${schema}.local_clock limit 1) else 0 end * interval '1 millisecond';
        $$`);
      follow = async () => {
        const ahead = now().getTime() - Date.now();
        await db.executeSql(`update ${schema}.local_clock set milliseconds_ahead = $1`, [ahead]);
      };
      await follow();
      return { [Symbol.asyncDispose]: async () => {} };
    },
  };
}
