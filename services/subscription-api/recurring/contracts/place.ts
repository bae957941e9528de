import type { SetPlace, SubscriptionContract } from '#contract/subscription-contract.ts';
import { ServiceError } from '../../service-error.ts';
import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rotationPlaceTable as places } from '../../store/schema.ts';
import { unknownUntilOf } from '../billing/situation.ts';
import { listContractAttempts } from '../billing/store.ts';
import { whileUncharged } from '../billing/while-uncharged.ts';
import { type ForeseenLine, foreseeCoffees } from '../rotation/foresee.ts';
import { inLine } from '../rotation/order.ts';
import { listRotatingLines } from '../rotation/places.ts';
import { askForTitles } from '../rotation/titles.ts';
import { recordInTimeline } from '../timeline/timeline.ts';

export const placeTexts = {
  notThere: 'This product isn’t in the rotation anymore. Please look at it again.',
  busy: 'This subscription is being charged or changed right now. Please try again in a minute.',
} as const;

const leaseMilliseconds = 30_000;

const nameOf = (title: string | null, id: string) => title ?? `Product ${id}`;

/**
 * The coffees in a contract's rotating lines for its coming orders, for its page. Asks Shopify only for titles that we don't know.
 * @param orders how many orders to foresee
 */
export async function foreseeForPage(
  context: ShopContext,
  id: string,
  orders: number,
): Promise<{ rotations: SubscriptionContract['rotations']; foreseen: ForeseenLine[] }> {
  const coming = new Map([[id, Math.max(orders, 1)]]);
  const foresee = async () => (await foreseeCoffees(context, coming)).get(id) ?? [];
  let foreseen = await foresee();
  const ids = [...new Set(foreseen.flatMap(({ rotation }) => rotation.order))];
  let told = await findTold(context, ids);
  const untold = ids.filter((one) => (told.get(one)?.status ?? null) === null);
  if (untold.length > 0) {
    await askForTitles(context, untold);
    told = await findTold(context, ids);
    foreseen = await foresee();
  }
  const rotations = foreseen.map(({ line, rotation, coffees: [next] }) => ({
    line,
    price: rotation.price,
    next: next === undefined ? null : next.id,
    coffees: rotation.order.map((coffee) => ({
      id: coffee,
      title: nameOf(told.get(coffee)?.title ?? null, coffee),
      canGoOut: (told.get(coffee)?.status ?? 'active') === 'active',
    })),
  }));
  return { rotations, foreseen };
}

/**
 * Has a subscriber go on with another product of their rotation, from their next order on. Asking for the place that they have does nothing.
 * @throws ServiceError `conflict` in the words of {@link placeTexts}
 */
export async function setPlace(
  context: ShopContext,
  contract: string,
  { line: lineId, coffee }: Omit<SetPlace, 'change'>,
): Promise<void> {
  const { shop } = context;
  const conflict = (message: string) => new ServiceError('conflict', { message });
  const busy = () => conflict(placeTexts.busy);
  // A charge that has begun holds what was next before.
  await whileUncharged(
    context,
    contract,
    { busy, milliseconds: leaseMilliseconds },
    async (lease) => {
      const attempts = await listContractAttempts(context.database, { shop, contract });
      // A call that is repeated holds what was next when it was first made, and would use this place up.
      if (attempts.some((row) => unknownUntilOf(row, context.now()) !== null)) throw busy();
      const lines = await listRotatingLines(context, [contract]);
      const line = lines.find((one) => one.line === lineId);
      if (line === undefined || !line.rotation.order.includes(coffee)) {
        throw conflict(placeTexts.notThere);
      }
      const { rotation, place, title } = line;
      if (inLine(rotation.order, place)[0] === coffee) return;
      const at = context.now();
      const told = (await findTold(context, [coffee])).get(coffee);
      const isMine = await lease.end(async (transaction) => {
        const row = { coffee, version: rotation.version, at, isHad: false };
        await transaction
          .insert(places)
          .values({ shop, contractId: contract, lineId, ...row })
          .onConflictDoUpdate({
            target: [places.shop, places.contractId, places.lineId],
            set: row,
          });
        await recordInTimeline(
          { ...context, database: transaction },
          {
            ...{ contract, kind: 'place moved', by: { who: 'merchant' } },
            details: {
              subject: title.slice(0, 255),
              to: nameOf(told?.title ?? null, coffee).slice(0, 255),
            },
          },
        );
      });
      if (!isMine) throw busy();
    },
  );
}
