import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import type { ChangeContract, SubscriptionContract } from '#contract/subscription-contract.ts';
import { cancelReasons } from '#contract/subscription-contract-names.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { getContractAddress } from '../../recurring/contracts/address.ts';
import { changeSubscriptionContract } from '../../recurring/contracts/change.ts';
import { getSubscriptionContract } from '../../recurring/contracts/contract.ts';
import { getContractPlans } from '../../recurring/contracts/plans.ts';
import { ServiceError } from '../../service-error.ts';
import type { BetweenTries } from './between-tries.ts';
import { listCycles } from './cycles.ts';
import { InterruptedError } from './interruptions.ts';
import type { Contract, Happenings, Opened, World } from './world.ts';

export type PageDeeds = {
  /** What contracts had before another plan. */
  plans: readonly { before: Contract; at: Date }[];
  wrong: readonly string[];
};

/** The changes, and what each is called in the timeline. Additions are in extras.ts, orders by use in scales.ts. */
const kinds = [
  ['pause', 'paused'],
  ['resume', 'resumed'],
  ['cancel', 'canceled'],
  ['set lines', 'line changed'],
  ['set address', 'address changed'],
  ['set plan', 'plan changed'],
  ['ask for method', 'asked for method'],
  ['skip', 'skipped'],
  ['unskip', 'unskipped'],
  ['move', 'moved'],
  ['move following', 'moved with following'],
  ['bill', 'hastened'],
] as const;

/** When stores charge. The merchants didn't change it. */
const chargeHour = 10;

/** What a merchant changes of one subscription on its page: anything that the page offers. */
export function pageChangesOf(
  world: World,
  tellChange: (change: BetweenTries['changes'][number]) => void,
) {
  const { chance, platform, now, fault } = world;
  const plans: Array<PageDeeds['plans'][number]> = [];
  const wrong: string[] = [];
  const contractOf = ({ shop, contractId }: Opened) =>
    platform.storeOf(shop).tables.contracts.get(contractId);
  const editOf = ({ shop, contractId }: Opened, cycle: number) =>
    [...platform.storeOf(shop).editsByContract.get(contractId)].find(
      ({ cycleIndex }) => cycleIndex === cycle,
    );
  const todayOf = (shop: string) => dayIn(platform.storeOf(shop).shop.timezone, now());
  /** All that a change may change on the platform, and the last mail that it sent. */
  const stateOf = (opened: Opened): string =>
    JSON.stringify([
      ...[contractOf(opened)?.status, contractOf(opened)?.revisionId],
      [...platform.storeOf(opened.shop).editsByContract.get(opened.contractId)].map(
        ({ cycleIndex, skipped, billingDate }) => [cycleIndex, skipped, billingDate],
      ),
      platform.control.mails()[0]?.id,
    ]);

  async function wish(
    change: ChangeContract['change'],
    opened: Opened,
    { coming, lines: [line] }: SubscriptionContract,
  ): Promise<ChangeContract | null> {
    const { shop, contractId } = opened;
    const context = world.contextOf(shop);
    const today = todayOf(shop);
    const order = () =>
      chance.oneOf(coming.filter(({ changes }) => changes.some((one) => one === change)));
    switch (change) {
      case 'set address': {
        const { address } = await getContractAddress(context, String(contractId));
        if (address === null) return null;
        const address1 = `New Street ${chance.whole(1, 999)}`;
        const deliveryPrice = 100 * chance.whole(2, 8) + 15;
        return { change, address: { ...address, address1 }, deliveryPrice };
      }
      case 'set plan': {
        const { plans } = await getContractPlans(context, String(contractId));
        if (plans.length === 0) return null;
        const { id, lines } = chance.oneOf(plans);
        return { change, plan: id, lines: [...lines] };
      }
      case 'set lines': {
        if (line === undefined) return null;
        const { id, quantity, price } = line;
        const was = contractOf(opened)?.lines[0]?.variantId;
        const others = platform
          .storeOf(shop)
          .tables.variants.all()
          .filter(({ id }) => id !== was);
        const other = chance.oneOf([
          { quantity: quantity > 1 ? quantity - 1 : quantity + 1 },
          { price: 100 * chance.whole(10, 40) + 41 },
          // What rotates is chosen by its rotation.
          shop === world.shops[0]
            ? { quantity: quantity + 1 }
            : { variant: String(chance.oneOf(others).id) },
        ]);
        return { change, lines: [{ line: id, quantity, price, ...other }] };
      }
      case 'pause': {
        const until = addDays(today, chance.whole(3, 12));
        return { change, ...(chance.is(0.7) && { until }) };
      }
      case 'cancel':
        return { change, reason: chance.oneOf(cancelReasons), note: 'Moved abroad.' };
      case 'move': {
        const { cycle, day } = order();
        return { change, cycle, day: addDays(day, chance.whole(-3, 4)) };
      }
      case 'move following':
        return { change, cycle: order().cycle, day: addDays(today, chance.whole(2, 20)) };
      case 'skip':
      case 'unskip':
      case 'bill':
        return { change, cycle: order().cycle };
      default:
        return { change };
    }
  }

  /** Looks at what the platform has, whether it answered or not. */
  function tell(opened: Opened, asked: ChangeContract, before: Contract): void {
    const after = contractOf(opened);
    if (after === undefined) return;
    const { shop, contractId } = opened;
    fault(`page: ${asked.change}`, `${contractId} ${JSON.stringify(asked)}`);
    world.touch(contractId);
    const at = now();
    const changed = (kind: BetweenTries['changes'][number]['kind'], was: string, is: string) => {
      if (was !== is) tellChange({ shop, contractId, cycleIndex: null, kind, was, is, at });
    };
    const [was, is] = [before.delivery?.address.address1, after.delivery?.address.address1];
    if (was !== undefined && is !== undefined) changed('address', was, is);
    changed('delivery price', before.deliveryPrice, after.deliveryPrice);
    const [lineBefore, line] = [before.lines[0], after.lines[0]];
    changed('quantity', String(lineBefore?.quantity), String(line?.quantity));
    changed('product', String(lineBefore?.variantId), String(line?.variantId));
    const isRepriced = Number(line?.currentPrice) !== Number(lineBefore?.currentPrice);
    if (asked.change === 'set lines' && line !== undefined && isRepriced) {
      world.priced(contractId, line.currentPrice);
    }
    if (asked.change === 'set plan') {
      plans.push({ before, at });
      world.priced(contractId, null);
    }
    // The current order's day is another then, also where it was charged already.
    if (asked.change === 'set plan' || asked.change === 'move following') {
      world.moved(contractId, after.schedules.at(-1)?.fromIndex ?? 0);
    }
    if (asked.change === 'move' || asked.change === 'bill') {
      world.moved(contractId, asked.cycle);
    }
    const hour = hourOfDay(platform.storeOf(shop).shop.timezone, todayOf(shop), chargeHour);
    // Once the hour is over, it is charged at once.
    if (asked.change === 'bill' && at >= hour) world.decided(contractId, asked.cycle);
    if (asked.change === 'pause' && after.status === 'PAUSED') {
      world.stand(contractId, asked.until);
    }
    if (asked.change === 'cancel') world.end(contractId);
  }

  async function isAsAsked(opened: Opened, asked: ChangeContract): Promise<boolean> {
    const contract = contractOf(opened);
    switch (asked.change) {
      case 'set address':
        return (
          contract?.delivery?.address.address1 === asked.address.address1 &&
          Math.round(Number(contract.deliveryPrice) * 100) === asked.deliveryPrice
        );
      case 'set plan':
        return contract?.lines.every((line) => String(line.sellingPlanId) === asked.plan) ?? false;
      case 'set lines':
        return asked.lines.every(({ line, quantity, price, variant }) =>
          contract?.lines.some(
            (one) =>
              String(one.id) === line &&
              one.quantity === quantity &&
              Math.round(Number(one.currentPrice) * 100) === price &&
              (variant === undefined || String(one.variantId) === variant),
          ),
        );
      case 'pause':
        return contract?.status === 'PAUSED';
      case 'resume':
        return contract?.status === 'ACTIVE';
      case 'cancel':
        return contract?.status === 'CANCELLED';
      case 'skip':
      case 'unskip':
        return (editOf(opened, asked.cycle)?.skipped ?? false) === (asked.change === 'skip');
      case 'move':
        return (await dayOf(opened, asked.cycle)) === asked.day;
      case 'bill':
        return (await dayOf(opened, asked.cycle)) === todayOf(opened.shop);
      case 'move following':
        return await followsFrom(opened, asked.day);
      case 'ask for method':
        return true;
    }
  }

  /** The day of a cycle, which may be its usual one. */
  async function dayOf({ shop, contractId }: Opened, cycle: number): Promise<string | undefined> {
    const around = (days: number) => new Date(now().getTime() + days * 86_400_000);
    const period = { from: around(-60), to: around(60) };
    const cycles = await listCycles(platform, { shop, contractId, ...period });
    const found = cycles.find(({ cycleIndex }) => cycleIndex === cycle);
    const { timezone } = platform.storeOf(shop).shop;
    return found && dayIn(timezone, found.billingAttemptExpectedDate);
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
      0.13,
      async () => {
        const opened = chance.oneOf(world.opened);
        const { shop, contractId } = opened;
        const before = contractOf(opened);
        if (world.isShut(shop) || before === undefined) return;
        const id = String(contractId);
        const name = `${shop} ${id}:`;
        const context = { ...world.contextOf(shop), actor: '1' };
        const stood = stateOf(opened);
        let asked: ChangeContract | null = null;
        let isDone = false;
        try {
          const page = await getSubscriptionContract(context, id);
          const { changes, coming, tag } = page;
          // Nothing is charged on the usual days of one by use.
          const orders = world.usage.has(contractId) ? [] : coming;
          const offered = new Set<string>([...changes, ...orders.flatMap((one) => one.changes)]);
          const possible = kinds.filter(([change]) => offered.has(change));
          if (possible.length === 0) return;
          const [change, event] = chance.oneOf(possible);
          asked = await wish(change, opened, page);
          if (asked === null) return;
          const { history } = await changeSubscriptionContract(context, id, asked, tag);
          isDone = true;
          // What somebody else had done before isn't done again, nor told.
          const isNew = stood !== stateOf(opened);
          const isRight = change === 'ask for method' ? isNew : await isAsAsked(opened, asked);
          if (!isRight) wrong.push(`${name} ${JSON.stringify(asked)} wasn’t done`);
          const said = history.filter((one) => one.event === event && one.by?.isYou);
          const entries = said.filter(({ at }) => at === now().toISOString());
          if (entries.length !== (isNew ? 1 : 0))
            wrong.push(`${name} ${change} was told ${entries.length} times`);
          const isWhy = entries.every(
            ({ details, why }) =>
              asked?.change !== 'cancel' || (details.reason === asked.reason && why === asked.note),
          );
          if (!isWhy) wrong.push(`${name} ${change} was told without its reason`);
          const stands = stateOf(opened);
          if (chance.is(0.2)) await changeSubscriptionContract(context, id, asked, tag);
          if (stands !== stateOf(opened)) wrong.push(`${name} ${change} was done twice`);
        } catch (error) {
          // A dead worker may still have the subscription.
          const isRefused =
            error instanceof ServiceError ||
            error instanceof PlatformError ||
            error instanceof InterruptedError;
          if (!isRefused) throw error;
          world.note(`${asked?.change} refused ${error.message}`);
        }
        // What was answered holds, whatever the platform says.
        if (asked !== null && (isDone || stood !== stateOf(opened))) {
          tell(opened, asked, before);
        }
      },
    ],
  };
  return { deeds: { plans, wrong } satisfies PageDeeds, happen };
}
