import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { liveYear } from './year.ts';

describe('months of billing', () => {
  let simulated: SimulatedDatabase;
  beforeAll(async () => {
    simulated = await openSimulatedDatabase();
  });
  afterAll(async () => await simulated.close());

  it('give every due cycle one order or one reason, whatever fails', {
    timeout: 300_000,
  }, async () => {
    const year = await liveYear(simulated, { seed: 1, contracts: 20, days: 120 });
    expect(year.wrong).toEqual([]);
    expect(year.orders).toBeGreaterThan(30);
  });

  it('are the same when a seed is played again', { timeout: 120_000 }, async () => {
    const size = { seed: 2, contracts: 6, days: 25 };
    const { hash, wrong } = await liveYear(simulated, size);
    expect(wrong).toEqual([]);
    expect((await liveYear(simulated, size)).hash).toBe(hash);
  });
});
