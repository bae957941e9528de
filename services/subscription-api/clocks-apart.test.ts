import { describe, expect, it } from 'vitest';
import { deadlineIn } from './deadline.ts';
import { takeImportLease } from './fulfilling/order/import-lease.ts';
import { createOnce } from './idempotency/create-once.ts';
import { withGroupLease } from './selling/selling-plan-group/group-lease.ts';
import type { ShopContext } from './shop-context.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { firstCrack } from './testing/service-in-test.ts';
import { databases } from './testing/temporary-database.ts';

describe.each(databases)('two instances whose clocks are minutes apart, on %s', (kind) => {
  const service = serviceForSuite(kind);
  const minutes = 60_000;
  const instance = (offset: number): ShopContext => ({
    ...service.contextOf(firstCrack),
    now: () => new Date(Date.now() + offset),
  });
  const clocks = [
    [0, 10 * minutes],
    [10 * minutes, 0],
  ] as const;

  it.each(clocks)('carry out a create once, at %i and %i ms', async (one, other) => {
    let creates = 0;
    const submit = (context: ShopContext, whileUnderWay: () => Promise<unknown>) =>
      createOnce(context, {
        operation: 'create',
        key: `key ${one}`,
        body: {},
        parseAnswer: String,
        create: async () => {
          creates += 1;
          const made = `made ${creates}`;
          await whileUnderWay();
          return made;
        },
      });
    let second: Promise<string> | undefined;
    const first = submit(instance(one), async () => {
      let waits = () => {};
      const waiting = new Promise<void>((resolve) => {
        waits = resolve;
      });
      const context = instance(other);
      const wait = async (milliseconds: number) => {
        waits();
        await context.wait(milliseconds);
      };
      second = submit({ ...context, wait }, async () => {});
      await Promise.race([second, waiting]);
    });
    expect(await first).toBe('made 1');
    expect(await second).toBe('made 1');
  });

  it.each(clocks)('change a group one after the other, at %i and %i ms', async (one, other) => {
    await withGroupLease(instance(one), 'group', async (turn) => {
      const impatient = { ...instance(other), deadline: deadlineIn(100) };
      await expect(withGroupLease(impatient, 'group', async () => {})).rejects.toMatchObject({
        kind: 'unavailable',
      });
      await turn.keep();
    });
  });

  it.each(clocks)('import a shop’s orders one at a time, at %i and %i ms', async (one, other) => {
    const turn = await takeImportLease(instance(one));
    expect(await takeImportLease(instance(other))).toBeNull();
    expect(await turn?.keep({ cursor: null })).toBe(true);
    await turn?.free();
  });
});
