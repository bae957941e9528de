import { contractTag, findKeptContract } from '../../recurring/contracts/contract.ts';
import { addOnce, removeOnce } from '../../recurring/contracts/once.ts';
import { ServiceError } from '../../service-error.ts';
import type { Database } from '../../store/database.ts';
import { orderExtraTable } from '../../store/schema.ts';
import type { Happenings, World } from './world.ts';

type Addition = {
  id: string;
  shop: string;
  contractId: number;
  variantId: number;
  quantity: number;
  /** In minor units. */
  price: number;
  at: Date;
  removedAt: Date | null;
};

/** What merchants have added to next orders alone. */
export type ExtraDeeds = { added: readonly Addition[] };

const hour = 3_600_000;

/** Merchants add products to next orders, ask twice, and take some back. */
export function extrasOf(world: World) {
  const { chance, platform, now, fault } = world;
  const added: Addition[] = [];
  const contextOf = (shop: string) => ({ ...world.contextOf(shop), actor: '1' });
  /** False if it was refused. */
  async function tries(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // The platform may fail, or a dead worker still have the contract.
      if (!(error instanceof ServiceError)) throw error;
      return false;
    }
  }
  const happen: Happenings = {
    'added once': [
      0.25,
      async () => {
        const { shop, contractId } = chance.oneOf(world.opened);
        if (world.isShut(shop)) return;
        const context = contextOf(shop);
        const kept = await findKeptContract(context, String(contractId));
        if (kept === null) return;
        const { variants } = platform.storeOf(shop).tables;
        const others = variants.all().filter(({ id }) => String(id) !== kept.lines[0]?.variantId);
        const variantId = chance.oneOf(others).id;
        const id = uuidOf(chance);
        const quantity = chance.whole(1, 3);
        const price = chance.whole(0, 900);
        const body = { id, variant: String(variantId), quantity, price };
        const ask = () =>
          addOnce(context, String(contractId), { ...body, isOwnPrice: false }, contractTag(kept));
        if (!(await tries(ask))) return;
        added.push({
          ...{ id, shop, contractId, variantId, quantity, price },
          at: now(),
          removedAt: null,
        });
        world.touch(contractId);
        fault('added once', `${contractId} ${variantId}`);
        if (chance.is(0.3)) await tries(ask);
      },
    ],
    'removed once': [
      0.04,
      async () => {
        const waiting = added.filter(({ removedAt }) => removedAt === null);
        if (waiting.length === 0) return;
        const addition = chance.oneOf(waiting);
        const { shop, contractId, id } = addition;
        if (world.isShut(shop)) return;
        const ask = () => removeOnce(contextOf(shop), String(contractId), id);
        if (!(await tries(ask))) return;
        addition.removedAt = now();
        world.touch(contractId);
        fault('removed once', String(contractId));
      },
    ],
  };
  return { happen, deeds: { added } satisfies ExtraDeeds };
}

/** One that the seed decides. */
function uuidOf(chance: World['chance']): string {
  const digits = Array.from({ length: 30 }, () => chance.whole(0, 15).toString(16)).join('');
  const of = (from: number, to: number) => digits.slice(from, to);
  return `${of(0, 8)}-${of(8, 12)}-4${of(12, 15)}-8${of(15, 18)}-${of(18, 30)}`;
}

/**
 * Compares what merchants have added with the platform's orders: each is in one paid order alone, or has a reason, or waits and no order was paid since.
 * @param isLost tells what our database forgot
 * @returns a sentence for each that isn't so
 */
export async function judgeExtras(
  { added }: ExtraDeeds,
  {
    database,
    platform,
    isLost,
  }: Pick<World, 'platform'> & {
    database: Database;
    isLost: (at: Date) => boolean;
  },
): Promise<string[]> {
  const rows = await database.select().from(orderExtraTable);
  return added.flatMap(({ id, shop, contractId, variantId, quantity, price, at, removedAt }) => {
    const store = platform.storeOf(shop);
    const paid = store.attemptsByContract.get(contractId).filter((one) => one.orderId !== null);
    const held = [...store.editsByContract.get(contractId)].flatMap(({ cycleIndex, contents }) =>
      contents?.lines.some((line) => line.customAttributes?.some(({ value }) => value === id))
        ? [cycleIndex]
        : [],
    );
    const orders = paid.filter(({ cycleIndex }) => held.includes(cycleIndex));
    const cycles = new Set(orders.map(({ cycleIndex }) => cycleIndex));
    const row = rows.find((one) => one.shop === shop && one.id === id);
    const name = `${shop} ${contractId}: what was added once at ${at.toISOString()}`;
    const wrong = (what: string) => [`${name} ${what}`];
    if (cycles.size > 1) return wrong(`went out ${cycles.size} times`);
    const isIn = orders.every(({ orderId }) =>
      store.tables.orders
        .get(orderId)
        ?.lines.some(
          (line) =>
            line.variantId === variantId &&
            line.quantity === quantity &&
            Math.round(Number(line.discountedUnitPrice ?? line.unitPrice) * 100) === price,
        ),
    );
    if (!isIn) return wrong('isn’t, at its price, in the order that holds it');
    if (row === undefined) return isLost(at) ? [] : wrong('is forgotten');
    const out = cycles.size === 1;
    const isForgotten = [
      at,
      ...(removedAt ? [removedAt] : []),
      ...orders.map(({ createdAt }) => new Date(createdAt)),
    ].some(isLost);
    switch (row.outcome) {
      case 'sent':
        return out ? [] : wrong('is said to have gone out');
      case 'left out':
        if (row.leftOut === null) return wrong('was left out for no reason');
        return out ? wrong('went out, and is said to be left out') : [];
      case 'removed':
        return out && !isForgotten ? wrong('went out, and was removed') : [];
      default: {
        if (out && !isForgotten) return wrong('went out, and is said to wait');
        const after = paid.find(
          ({ createdAt, idempotencyKey }) =>
            idempotencyKey.startsWith('cadence/') &&
            Date.parse(createdAt) > at.getTime() + 2 * hour,
        );
        const isSure = after !== undefined && !isLost(new Date(after.createdAt)) && !isForgotten;
        return isSure ? wrong(`waits, though an order was begun at ${after.createdAt}`) : [];
      }
    }
  });
}
