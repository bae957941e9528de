import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { liveYear } from './year.ts';

describe('weeks of billing', () => {
  let simulated: SimulatedDatabase;
  beforeAll(async () => {
    simulated = await openSimulatedDatabase();
  });
  afterAll(async () => await simulated.close());

  it('give every due cycle one order or one reason, whatever fails', {
    timeout: 120_000,
  }, async () => {
    const { wrong, orders, hash } = await liveYear(simulated, { seed: 1, contracts: 8, days: 40 });
    expect(wrong).toEqual([]);
    expect(orders).toBeGreaterThan(2);
    // A seed that is played again is the same.
    const again = await liveYear(simulated, { seed: 1, contracts: 8, days: 40 });
    expect(again.hash).toBe(hash);
  });
});
