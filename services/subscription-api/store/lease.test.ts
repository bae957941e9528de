import { beforeEach, describe, expect, it } from 'vitest';
import { ageLeases } from '../testing/age-leases.ts';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { awaitLease, forgetOldLeases, leaseLeft, revokeLease, takeLease } from './lease.ts';
import { leaseTable, productTable } from './schema.ts';

const name = { shop: firstCrack, name: 'orders' };
const aMinute = () => 60_000;

describe.each(databases)('a lease on %s', (kind) => {
  const suite = databaseForSuite(kind);
  beforeEach(async () => await suite.database.delete(leaseTable));
  const take = (of = name) => takeLease(suite.database, of, aMinute);
  const write = async (database: typeof suite.database) => {
    await database.insert(productTable).values({ shop: firstCrack, originalId: '1' });
  };
  const written = async () => (await suite.database.delete(productTable).returning()).length;

  it('is had by one of many who ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => take()));
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
    expect(await take({ ...name, shop: roastAndRitual })).not.toBeNull();
    expect(await take({ ...name, name: 'another' })).not.toBeNull();
  });

  it('lasts from when it was last kept, and is another’s after it', async () => {
    const first = await take();
    await ageLeases(suite.database, 59);
    expect(await take()).toBeNull();
    expect(await first?.keep()).toBe(true);
    await ageLeases(suite.database, 59);
    expect(await take()).toBeNull();
    await ageLeases(suite.database, 2);
    const second = await take();
    expect(second).not.toBeNull();
    expect(await first?.keep(write)).toBe(false);
    expect(await first?.end(write)).toBe(false);
    expect(await written()).toBe(0);
    expect(await second?.keep(write)).toBe(true);
    expect(await written()).toBe(1);
  });

  it('is free when it was given back, with what was written', async () => {
    const first = await take();
    expect(await first?.end(write)).toBe(true);
    expect(await written()).toBe(1);
    expect(await first?.keep()).toBe(false);
    expect(await take()).not.toBeNull();
  });

  it('stays as it was where the write fails', async () => {
    const lease = await take();
    const failing = async (database: typeof suite.database) => {
      await write(database);
      throw new Error('no');
    };
    await expect(lease?.end(failing)).rejects.toThrow('no');
    expect(await written()).toBe(0);
    expect(await lease?.keep()).toBe(true);
  });

  it('says for how long it is still had', async () => {
    expect(await leaseLeft(suite.database, name)).toBe(0);
    await take();
    await ageLeases(suite.database, 20);
    expect(await leaseLeft(suite.database, name)).toBeCloseTo(40_000, -4);
    await ageLeases(suite.database, 60);
    expect(await leaseLeft(suite.database, name)).toBe(0);
  });

  it('can be taken away', async () => {
    const lease = await take();
    await revokeLease(suite.database, name);
    expect(await lease?.keep(write)).toBe(false);
    expect(await written()).toBe(0);
  });

  it('is waited for until it is free, or as long as somebody waits', async () => {
    const waits: number[] = [];
    const first = await take();
    const patience = {
      wait: async (milliseconds: number) => {
        waits.push(milliseconds);
        if (waits.length === 3) await first?.end();
      },
      deadline: undefined,
      longestWait: 1_000,
    };
    expect(await awaitLease(suite.database, name, aMinute, patience)).not.toBeNull();
    expect(waits).toHaveLength(3);
    expect(await awaitLease(suite.database, name, aMinute, patience)).toBeNull();
    expect(waits).toHaveLength(3 + 20);
    const gone = { ...patience, deadline: { left: () => 0 } };
    expect(await awaitLease(suite.database, name, aMinute, gone)).toBeNull();
  });

  it('of a process that died is forgotten after a day', async () => {
    await take();
    await ageLeases(suite.database, 24 * 60 * 60);
    await forgetOldLeases(suite.database);
    expect(await suite.database.$count(leaseTable)).toBe(1);
    await ageLeases(suite.database, 120);
    await forgetOldLeases(suite.database);
    expect(await suite.database.$count(leaseTable)).toBe(0);
  });
});
