import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { deadlineIn } from '../deadline.ts';
import { OutcomeUnknownError } from '../platform/platform-error.ts';
import { invalidFields, notAuthorized } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { idempotencyKeyTable, leaseTable } from '../store/schema.ts';
import { ageLeases } from '../testing/age-leases.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { type Attempt, createOnce } from './create-once.ts';

describe.each(databases)('a create with a key on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    await service.database.delete(leaseTable);
    await service.database.delete(idempotencyKeyTable);
  });

  const attempt = (
    create: (attempt: Attempt) => Promise<string>,
    {
      operation = 'create',
      context = {},
    }: { operation?: string; context?: Partial<ShopContext> } = {},
  ) =>
    createOnce(
      { ...service.contextOf(firstCrack), ...context },
      {
        operation,
        key: 'key',
        body: {},
        parseAnswer: (stored) => z.string().parse(stored),
        create,
      },
    );
  const failing = (error: Error) => async (): Promise<string> => {
    throw error;
  };
  const seen = async ({ isRepeat, before }: Attempt) => JSON.stringify([isRepeat, before]);

  it('begins anew after a refusal', async () => {
    await expect(attempt(failing(invalidFields({ name: ['No'] })))).rejects.toThrow();
    expect(await attempt(seen)).toBe('[false,null]');
  });

  it.each([
    ['fields', invalidFields({ name: ['No'] })],
    ['a token', notAuthorized()],
  ])('still looks for its lost work after a later refusal of %s', async (_, refusal) => {
    const lost = attempt(async ({ remember }) => {
      await remember('before');
      throw new OutcomeUnknownError(new Error('lost'));
    });
    await expect(lost).rejects.toThrow();
    await expect(attempt(failing(refusal))).rejects.toThrow(refusal);
    expect(await attempt(seen)).toBe('[true,"before"]');
  });

  const lose = async ({ remember }: Attempt): Promise<string> => {
    await remember('before');
    throw new OutcomeUnknownError(new Error('lost'));
  };
  /** As a killed process leaves it: under way for ever. */
  const die = async (waits?: number) => {
    const deadline = waits === undefined ? waits : deadlineIn(waits);
    void attempt(() => new Promise(() => {}), { context: { deadline } });
    const rows = () => service.database.select().from(idempotencyKeyTable);
    await expect.poll(rows).toHaveLength(1);
  };
  it.each<[string, () => Promise<unknown>]>([
    ['is done', () => attempt(seen)],
    ['was lost', () => attempt(lose).catch(() => {})],
    ['is under way', () => die()],
  ])('refuses the key of another operation that %s', async (_, first) => {
    await first();
    const create = vi.fn(seen);
    for (const seconds of [0, 3600]) {
      await ageLeases(service.database, seconds);
      const other = attempt(create, { operation: 'create something else' });
      await expect(other).rejects.toMatchObject({ kind: 'conflict' });
    }
    expect(create).not.toHaveBeenCalled();
  });

  it('goes on with a key of before operations were kept', async () => {
    await expect(attempt(lose)).rejects.toThrow();
    await service.database.update(idempotencyKeyTable).set({ operation: null });
    expect(await attempt(seen)).toBe('[true,"before"]');
  });

  it.each([
    ['5 s after its caller stopped to wait', 30_000, 35],
    ['after 3 minutes where nobody said how long', undefined, 180],
  ])('takes over from a process that died %s', async (_, waits, seconds) => {
    await die(waits);
    await ageLeases(service.database, seconds - 5);
    const impatient = { deadline: deadlineIn(150) };
    await expect(attempt(seen, { context: impatient })).rejects.toMatchObject({
      kind: 'unavailable',
      envelope: { message: expect.stringContaining('Please try again in a moment') },
      retryMilliseconds: expect.closeTo(5_000, -3),
    });
    await ageLeases(service.database, 6);
    expect(await attempt(seen)).toBe('[true,null]');
  });
});
