import { addDays, dayIn } from '#contract/calendar.ts';
import type { ChangeContract } from '#contract/subscription-contract.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { getContractAddress } from '../../recurring/contracts/address.ts';
import { changeSubscriptionContract } from '../../recurring/contracts/change.ts';
import { getSubscriptionContract } from '../../recurring/contracts/contract.ts';
import { getContractPlans } from '../../recurring/contracts/plans.ts';
import { ServiceError } from '../../service-error.ts';
import type { BetweenTries } from './between-tries.ts';
import { listCycles } from './cycles.ts';
import type { Contract, Happenings, Opened, World } from './world.ts';

export type PageDeeds = {
  /** What contracts had before another plan. */
  plans: readonly { before: Contract; at: Date }[];
  wrong: readonly string[];
};

const kinds = ['address changed', 'plan changed', 'following moved', 'paused until'] as const;
type Kind = (typeof kinds)[number];

/** What a merchant changes of one subscription on its page: its address, plan, fixed day, or until when it is paused. */
export function pageChangesOf(
  world: World,
  tellChange: (change: BetweenTries['changes'][number]) => void,
) {
  const { chance, platform, now, fault } = world;
  const plans: Array<PageDeeds['plans'][number]> = [];
  const wrong: string[] = [];

  async function wish(kind: Kind, { shop, contractId }: Opened): Promise<ChangeContract | null> {
    const context = world.contextOf(shop);
    const today = dayIn(platform.storeOf(shop).shop.timezone, now());
    switch (kind) {
      case 'address changed': {
        const { address } = await getContractAddress(context, String(contractId));
        if (address === null) return null;
        const address1 = `New Street ${chance.whole(1, 999)}`;
        const deliveryPrice = 100 * chance.whole(2, 8) + 15;
        return { change: 'set address', address: { ...address, address1 }, deliveryPrice };
      }
      case 'plan changed': {
        const plans = await getContractPlans(context, String(contractId));
        // What is paid in advance is told by a contract's plan, also of the orders before.
        const plain = plans.plans.filter(
          ({ every, delivered }) =>
            every.interval === delivered?.interval &&
            every.intervalCount === delivered.intervalCount,
        );
        if (plain.length === 0) return null;
        const { id, lines } = chance.oneOf(plain);
        return { change: 'set plan', plan: id, lines: [...lines] };
      }
      case 'following moved': {
        const { coming } = await getSubscriptionContract(context, String(contractId));
        const order = coming.find(({ changes }) => changes.includes('move following'));
        if (order === undefined) return null;
        return {
          change: 'move following',
          ...{ cycle: order.cycle, day: addDays(today, chance.whole(2, 20)) },
        };
      }
      case 'paused until':
        return { change: 'pause', until: addDays(today, chance.whole(3, 12)) };
    }
  }

  /** Looks at what the platform has, whether it answered or not. */
  function tell(
    kind: Kind,
    { shop, contractId }: Opened,
    asked: ChangeContract,
    before: Contract,
  ): void {
    const after = platform.storeOf(shop).tables.contracts.get(contractId);
    if (after === undefined || after.revisionId === before.revisionId) return;
    fault(kind, `${contractId} ${JSON.stringify(asked)}`);
    world.touch(contractId);
    const at = now();
    const change = { ...{ shop, contractId, cycleIndex: null, at } };
    const [was, is] = [before.delivery?.address.address1, after.delivery?.address.address1];
    if (was !== undefined && is !== undefined && was !== is) {
      tellChange({ ...change, kind: 'address', was, is });
    }
    if (before.deliveryPrice !== after.deliveryPrice) {
      const prices = { was: before.deliveryPrice, is: after.deliveryPrice };
      tellChange({ ...change, kind: 'delivery price', ...prices });
    }
    const index = after.schedules.at(-1)?.fromIndex ?? 0;
    // The current order's day is another then, also where it was charged already.
    if (asked.change === 'set plan' || asked.change === 'move following') {
      world.moved(contractId, index);
    }
    if (asked.change === 'set plan') {
      plans.push({ before, at });
      world.priced(contractId, null);
    }
    if (asked.change === 'pause' && after.status === 'PAUSED') {
      world.stand(contractId, asked.until);
    }
  }

  function isAsAsked({ shop, contractId }: Opened, asked: ChangeContract): boolean {
    const contract = platform.storeOf(shop).tables.contracts.get(contractId);
    switch (asked.change) {
      case 'set address':
        return (
          contract?.delivery?.address.address1 === asked.address.address1 &&
          Math.round(Number(contract.deliveryPrice) * 100) === asked.deliveryPrice
        );
      case 'set plan':
        return contract?.lines.every((line) => String(line.sellingPlanId) === asked.plan) ?? false;
      case 'pause':
        return contract?.status === 'PAUSED';
      default:
        return true;
    }
  }

  async function followsFrom({ shop, contractId }: Opened, day: string): Promise<boolean> {
    const to = new Date(now().getTime() + 60 * 86_400_000);
    const cycles = await listCycles(platform, { shop, contractId, from: now(), to });
    const { timezone } = platform.storeOf(shop).shop;
    const ahead = cycles
      .filter(({ status }) => status === 'UNBILLED')
      .map((cycle) => ({ ...cycle, at: cycle.billingAttemptExpectedDate }))
      .filter(({ at }) => at > now())
      .map(({ at, skipped }) => ({ skipped, day: dayIn(timezone, at) }));
    // Of several weeks the platform itself works out in which it begins.
    if (!ahead.some((one) => one.day === day)) return true;
    return ahead.find(({ skipped }) => !skipped)?.day === day;
  }

  const happen: Happenings = {
    'changed on its page': [
      0.06,
      async () => {
        const opened = chance.oneOf(world.opened);
        const { shop, contractId } = opened;
        const kind = chance.oneOf(kinds);
        const before = platform.storeOf(shop).tables.contracts.get(contractId);
        // Nothing is charged on the usual days of one by use, and what is paid in advance is told by the plan.
        const isPlain =
          before?.status === 'ACTIVE' &&
          before.billingPolicy.intervalCount === before.deliveryPolicy.intervalCount;
        if (world.isShut(shop) || world.usage.has(contractId) || !isPlain) return;
        const context = { ...world.contextOf(shop), actor: '1' };
        let asked: ChangeContract | null = null;
        try {
          asked = await wish(kind, opened);
          if (asked === null) return;
          const { tag } = await getSubscriptionContract(context, String(contractId));
          await changeSubscriptionContract(context, String(contractId), asked, tag);
          const isRight =
            isAsAsked(opened, asked) &&
            (asked.change !== 'move following' || (await followsFrom(opened, asked.day)));
          if (!isRight) wrong.push(`${shop} ${contractId}: ${JSON.stringify(asked)} wasn’t done`);
        } catch (error) {
          if (!(error instanceof ServiceError) && !(error instanceof PlatformError)) throw error;
          world.note(`${kind} refused ${error.message}`);
        }
        if (asked !== null) tell(kind, opened, asked, before);
      },
    ],
  };
  return { deeds: { plans, wrong } satisfies PageDeeds, happen };
}
