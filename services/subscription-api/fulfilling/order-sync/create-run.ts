import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CreateSyncRun, type SyncRun, syncRunSchema } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { createOnce } from '../../idempotency/create-once.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type ChosenIds, chosenIdsOf } from './chosen-ids.ts';
import { findRun, hasRun, keepRun } from './run-store.ts';
import { readUnfulfilled } from './unfulfilled.ts';

const beforeSchema = z.object({ id: z.string() });

/**
 * Creates a run of the chosen orders, or of all that wait to be shipped. Repeating the idempotency key returns the same run.
 * @throws ServiceError `invalid request` if there is nothing to sync
 */
export async function createRun(
  context: ShopContext,
  body: CreateSyncRun,
  idempotencyKey: string | undefined,
): Promise<SyncRun> {
  if (idempotencyKey === undefined) {
    return await findRun(context, await keepRun(context, await choose(context, body)));
  }
  return await createOnce(context, {
    operation: 'create sync run',
    key: idempotencyKey,
    body,
    parseAnswer: (stored) => syncRunSchema.parse(stored),
    create: async ({ before, remember }) => {
      const earlier = beforeSchema.safeParse(before).data?.id;
      if (earlier !== undefined && (await hasRun(context, earlier))) {
        return await findRun(context, earlier);
      }
      const chosen = await choose(context, body);
      const id = randomUUID();
      await remember({ id });
      return await findRun(context, await keepRun(context, chosen, id));
    },
  });
}

async function choose(
  context: ShopContext,
  { orders, orderIds }: CreateSyncRun,
): Promise<ChosenIds> {
  const isNamed = orders === 'named';
  const chosen = chosenIdsOf(isNamed ? orderIds : await readUnfulfilled(context));
  if (chosen.orderIds.length === 0) {
    const message = isNamed ? orderSyncTexts.noIds : orderSyncTexts.noneWaiting;
    throw new ServiceError('invalid request', { message });
  }
  return chosen;
}
