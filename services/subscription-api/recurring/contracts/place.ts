import { notFoundTexts } from '#contract/endpoint.ts';
import type { SetPlace } from '#contract/subscription-contract.ts';
import { changedMeanwhile } from '#contract/subscription-contract-texts.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rotationPlaceTable as places } from '../../store/schema.ts';
import { unknownUntilOf } from '../billing/situation.ts';
import { whileUncharged } from '../billing/while-uncharged.ts';
import { inLine } from '../rotation/order.ts';
import { listRotatingLines } from '../rotation/places.ts';
import { recordInTimeline } from '../timeline/timeline.ts';
import { contractTag, findKeptContract } from './contract.ts';
import { nameOf } from './foresee-for-page.ts';

export const placeTexts = {
  notThere: 'This product isn’t in the rotation anymore. Please look at it again.',
  busy: 'This subscription is being charged or changed right now. Please try again in a minute.',
  changed: changedMeanwhile,
} as const;

/**
 * Has a subscriber go on with another product of their rotation, from their next order on. Asking for the place that they have does nothing.
 * @param ifMatch the tag of the subscription as the merchant has seen it
 * @throws ServiceError `conflict` in the words of {@link placeTexts}
 */
export async function setPlace(
  context: ShopContext,
  contract: string,
  { line: lineId, coffee }: Omit<SetPlace, 'change'>,
  ifMatch: string | undefined,
): Promise<void> {
  const { shop } = context;
  const conflict = (message: string) => new ServiceError('conflict', { message });
  const busy = () => conflict(placeTexts.busy);
  // A charge that has begun holds what was next before.
  await whileUncharged(context, contract, { busy }, async (lease) => {
    const kept = await findKeptContract(context, contract);
    if (kept === null) throw notFound(notFoundTexts.SubscriptionContract);
    // A call that is repeated holds what was next when it was first made, and would use this place up.
    if (kept.attempts.some((row) => unknownUntilOf(row, context.now()) !== null)) throw busy();
    const lines = await listRotatingLines(context, [contract]);
    const line = lines.find((one) => one.line === lineId);
    if (line === undefined || !line.rotation.order.includes(coffee)) {
      throw conflict(placeTexts.notThere);
    }
    const { rotation, place, title } = line;
    if (inLine(rotation.order, place)[0] === coffee) return;
    if (ifMatch !== contractTag(kept)) throw conflict(placeTexts.changed);
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
  });
}
