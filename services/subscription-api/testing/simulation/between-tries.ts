import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { billingAttemptTable, cycleBillingTable } from '../../store/schema.ts';
import { isOurs } from './others.ts';
import type { PageDeeds } from './page-changes.ts';
import type { Contract, Happenings, World } from './world.ts';

const kinds = ['method', 'address', 'delivery price', 'quantity', 'product'] as const;

/** A contract that was changed, and what it had and has. */
type Change = {
  shop: string;
  contractId: number;
  /** The edited order that had failed before; null if there is none in particular. */
  cycleIndex: number | null;
  kind: (typeof kinds)[number];
  was: string;
  is: string;
  at: Date;
};

export type BetweenTries = { changes: readonly Change[] };

const tolerance = 5 * 60_000;

/** What a contract, or one of its orders, holds of what may change. */
type Contents = {
  paymentMethodId: number | null;
  delivery: { address: { address1: string } } | null;
  deliveryPrice: string;
  lines: readonly { variantId: number | null; quantity: number }[];
};

function shownOf(kind: Change['kind'], contents: Contents): string {
  const { paymentMethodId, delivery, deliveryPrice, lines } = contents;
  switch (kind) {
    case 'method':
      return String(paymentMethodId);
    case 'address':
      return delivery?.address.address1 ?? '';
    case 'delivery price':
      return Number(deliveryPrice).toFixed(2);
    case 'quantity':
      return String(lines[0]?.quantity);
    case 'product':
      return String(lines[0]?.variantId);
  }
}

/** Changes contracts between two tries of an order that holds something of its own, which a try after that follows. */
export function betweenTriesOf(world: World) {
  const { chance, platform, now, fault, database } = world;
  const changes: Change[] = [];

  /** Orders that hold something of their own, failed, and are tried again. */
  async function failedOrders() {
    const rows = await database
      .select()
      .from(cycleBillingTable)
      .where(eq(cycleBillingTable.state, 'open'))
      .orderBy(asc(cycleBillingTable.contractId), asc(cycleBillingTable.cycleIndex));
    const failed = await database
      .select()
      .from(billingAttemptTable)
      .orderBy(asc(billingAttemptTable.number));
    return rows.filter(({ shop, contractId: tail, cycleIndex }) => {
      const contractId = Number(tail);
      const { editsByContract, tables } = platform.storeOf(shop);
      const last = failed.findLast(
        (one) => one.contractId === tail && one.cycleIndex === cycleIndex,
      );
      return (
        last?.state === 'failed' &&
        tables.contracts.get(contractId)?.status === 'ACTIVE' &&
        [...editsByContract.get(contractId)].some(
          (edit) => edit.cycleIndex === cycleIndex && edit.contents !== null,
        )
      );
    });
  }

  function changed(shop: string, contract: Contract, kind: Change['kind']): Partial<Contract> {
    const { tables } = platform.storeOf(shop);
    const [line, ...rest] = contract.lines;
    switch (kind) {
      case 'method': {
        const method = tables.paymentMethods.get(contract.paymentMethodId);
        if (method === undefined) return {};
        const lastDigits = String(chance.whole(1000, 9999));
        const paymentMethodId = platform.storeOf(shop).transact((transaction) => {
          const id = transaction.newId();
          const fate = { kind: 'good' } as const;
          transaction.put('paymentMethods', { ...method, id, lastDigits, fate });
          return id;
        });
        const own = world.opened.find((one) => one.contractId === contract.id);
        if (own) own.paymentMethodId = paymentMethodId;
        return { paymentMethodId };
      }
      case 'address': {
        if (contract.delivery === null) return {};
        const address1 = `Corrected Street ${chance.whole(1, 999)}`;
        const address = { ...contract.delivery.address, address1 };
        return { delivery: { ...contract.delivery, address } };
      }
      case 'delivery price':
        return { deliveryPrice: `${chance.whole(0, 9)}.35` };
      case 'quantity':
        return line ? { lines: [{ ...line, quantity: line.quantity + 1 }, ...rest] } : {};
      case 'product': {
        // What rotates is chosen by its rotation.
        if (line === undefined || shop === world.shops[0]) return {};
        const others = tables.variants.all().filter(({ id }) => id !== line.variantId);
        const { id: variantId, productId } = chance.oneOf(others);
        return { lines: [{ ...line, variantId, productId }, ...rest] };
      }
    }
  }
  const happen: Happenings = {
    'changed between tries': [
      0.3,
      async () => {
        const orders = await failedOrders();
        if (orders.length === 0) return;
        const { shop, contractId: tail, cycleIndex } = chance.oneOf(orders);
        const kind = chance.oneOf(kinds);
        const contractId = Number(tail);
        const before = platform.storeOf(shop).tables.contracts.get(contractId);
        if (before === undefined) return;
        const after = { ...before, ...changed(shop, before, kind) };
        const [was, is] = [shownOf(kind, before), shownOf(kind, after)];
        if (was === is) return;
        const stamp = { revisionId: before.revisionId + 1, updatedAt: now().toISOString() };
        platform.control.changeContract(shop, contractId, { ...after, ...stamp });
        changes.push({ shop, contractId, cycleIndex, kind, was, is, at: now() });
        world.touch(contractId, false);
        fault('changed between tries', `${contractId} ${kind} ${is}`);
      },
    ],
  };
  return {
    deeds: { changes } satisfies BetweenTries,
    happen,
    /** Tells of another change. */
    tell: (change: Change) => void changes.push(change),
  };
}

/** A contract as its orders were charged at a time, before what was changed in it later. */
export function contractAt(
  contract: Contract,
  { changes, plans }: BetweenTries & Pick<PageDeeds, 'plans'>,
  at: number,
): Contract {
  const first = (kind: Change['kind']) =>
    changes.find(
      (one) => one.contractId === contract.id && one.kind === kind && one.at.getTime() > at,
    )?.was;
  const quantity = first('quantity');
  const then =
    plans.find((one) => one.before.id === contract.id && one.at.getTime() > at)?.before ?? contract;
  const { lines } = then;
  const [line, ...rest] = lines;
  return {
    ...then,
    deliveryPrice: first('delivery price') ?? contract.deliveryPrice,
    lines:
      line === undefined || quantity === undefined
        ? lines
        : [{ ...line, quantity: Number(quantity) }, ...rest],
  };
}

/**
 * Compares orders that were tried again with what their contracts held by then.
 * @param isLost tells whether our database has forgotten something since a time
 * @returns a sentence for each that held something else
 */
export async function judgeBetweenTries(
  { changes }: BetweenTries,
  {
    database,
    platform,
    isLostSince,
  }: Pick<World, 'platform'> & { database: Database; isLostSince: (at: Date) => boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { shop, contractId, cycleIndex, kind, is, at } of changes) {
    const store = platform.storeOf(shop);
    const ours = store.attemptsByContract.get(contractId).filter(isOurs);
    const again = changes.find(
      (one) => one.contractId === contractId && one.kind === kind && one.at > at,
    );
    const next = ours.find((one) => {
      const tried = Date.parse(one.createdAt);
      const isBefore = again === undefined || tried < again.at.getTime() - tolerance;
      const isWanted = cycleIndex === null ? one.orderId !== null : one.cycleIndex === cycleIndex;
      return tried > at.getTime() + tolerance && isBefore && isWanted;
    });
    const ofCycle = ours.filter((one) => one.cycleIndex === next?.cycleIndex);
    const [first] = ofCycle;
    if (first === undefined || next === undefined || isLostSince(new Date(first.createdAt)))
      continue;
    const isLast = next === ofCycle.at(-1);
    const edits = [...store.editsByContract.get(contractId)];
    const edited = edits.find((edit) => edit.cycleIndex === next.cycleIndex)?.contents;
    const order = store.tables.orders.get(next.orderId);
    const held = order
      ? {
          paymentMethodId: edited?.paymentMethodId ?? null,
          delivery: order.shippingAddress && { address: order.shippingAddress },
          deliveryPrice: order.shippingPrice,
          lines: order.lines,
        }
      : edited;
    const shown = held ? shownOf(kind, held) : 'nothing';
    const name = `${next.idempotencyKey}, after the ${kind} became ${is},`;
    // What an earlier failed try held, nobody knows any more.
    if ((order !== undefined || isLast) && shown !== is) wrong.push(`${name} held ${shown}`);
    if (kind !== 'method') continue;
    const numbered = (one: typeof next) => Number(one.idempotencyKey.split('/').at(-1));
    const rows = await database
      .select()
      .from(billingAttemptTable)
      .where(
        and(
          eq(billingAttemptTable.shop, shop),
          eq(billingAttemptTable.contractId, String(contractId)),
          eq(billingAttemptTable.cycleIndex, next.cycleIndex),
        ),
      );
    const noted = rows.find(({ number }) => number === numbered(next))?.method;
    const before = rows.find(({ number }) => number === numbered(next) - 1)?.method;
    if (noted === before) wrong.push(`${name} is noted with the method of the try before`);
  }
  return wrong;
}
