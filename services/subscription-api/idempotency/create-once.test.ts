import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidFields, notAuthorized, OutcomeUnknownError } from '../service-error.ts';
import { idempotencyKeyTable } from '../store/schema.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { type Attempt, createOnce } from './create-once.ts';

describe.each(databases)('a create with a key on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => await service.database.delete(idempotencyKeyTable));

  const attempt = (create: (attempt: Attempt) => Promise<string>) =>
    createOnce(service.contextOf(firstCrack), {
      operation: 'create',
      key: 'key',
      body: {},
      parseAnswer: (stored) => z.string().parse(stored),
      create,
    });
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
});
