import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type {
  Bags,
  ChangeRoastDay,
  RoastDay,
  RoastItem,
  RoastPlan,
  RoastSettings,
} from '#contract/roast-plan.ts';
import { ServiceError } from '../../service-error.ts';
import { lockActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { roastSettingsTable as settings } from '../../store/schema.ts';
import { accessOf } from '../billing-settings/billing.ts';
import { tagOf } from '../billing-settings/settings.ts';
import { windowOf } from '../orders/window.ts';
import { readInventory } from './inventory.ts';
import { type DayNeeds, type NamedItem, readNeeds } from './needs.ts';
import { findTaken, forgetTaken, keepTaken, type TakenDay, type TakenItem } from './taken.ts';

const inOrder = (bags: Bags) =>
  Object.entries(bags).sort(([one], [other]) => (one < other ? -1 : 1));

const planChanged = 'The plan of this day has changed. Look at it again, then take it.';

const takenChanged =
  'This day was taken once more in the meantime, or its plan has changed. Look at it again, then take it back.';

const coffeesUnknown =
  'Shopify can’t be asked for the coffees that rotate right now. Please try again in a moment.';

/** Names what a merchant has seen of a day: what is needed, and when it was taken. */
const dayTag = ({ day, bags }: DayNeeds, taken: TakenDay | undefined) =>
  tagOf([day, inOrder(bags), taken?.at ?? null]);

async function findLoss(database: Database, shop: string): Promise<number | null> {
  const [row] = await database.select().from(settings).where(eq(settings.shop, shop));
  return row?.lossPercent ?? null;
}

/** The plan of the coming four weeks (contract/roast-plan.ts). */
export async function getRoastPlan(context: ShopContext): Promise<RoastPlan> {
  const { shop, database, actor } = context;
  const window = await windowOf(context);
  const { timeZone, state, today } = window;
  const [{ days, items, areCoffeesKnown }, taken, lossPercent, { subscriptions }] =
    await Promise.all([
      readNeeds(context, window),
      findTaken(database, shop, today),
      findLoss(database, shop),
      accessOf(context),
    ]);
  const named = new Map<string, NamedItem>(
    [...[...taken.values()].flatMap((day) => day.items), ...items].map((item) => [item.id, item]),
  );
  const isVariant = (id: string) => !id.startsWith(' ');
  const inventory = await readInventory(context, [...named.keys()].filter(isVariant));
  const shownItems = [...named.values()].map(
    (item): RoastItem => ({
      ...namesOf(item),
      ...(inventory.of.get(item.id) ?? { grams: null, stock: null }),
    }),
  );
  return {
    timeZone,
    state,
    subscriptions,
    // What has no variant's id has no weight either.
    inventory: areCoffeesKnown || inventory.state !== 'known' ? inventory.state : 'failed',
    lossPercent,
    items: shownItems.sort(byTitle),
    days: days.map(
      (day): RoastDay => ({
        ...day,
        taken: takenAsSeen(taken.get(day.day), actor),
        tag: dayTag(day, taken.get(day.day)),
      }),
    ),
  };
}

/** The sizes and grinds of a coffee stand together, the smallest first, also where another has the same title. */
function byTitle(one: RoastItem, other: RoastItem): number {
  return (
    one.title.localeCompare(other.title, 'en') ||
    (one.product ?? '').localeCompare(other.product ?? '') ||
    (one.grams ?? 0) - (other.grams ?? 0) ||
    (one.variantTitle ?? '').localeCompare(other.variantTitle ?? '', 'en')
  );
}

function takenAsSeen(day: TakenDay | undefined, actor: string | null): RoastDay['taken'] {
  if (day === undefined) return null;
  return {
    at: day.at.toISOString(),
    by: day.by !== null && day.by === actor ? 'you' : 'somebody else',
    bags: bagsOf(day.items),
  };
}

const namesOf = ({ id, product, title, variantTitle }: NamedItem): NamedItem => ({
  ...{ id, product, title, variantTitle },
});

const bagsOf = (items: readonly TakenItem[]): Bags =>
  Object.fromEntries(items.map(({ id, bags }) => [id, bags]));

/** Sets the roasting loss. */
export async function updateRoastSettings(
  context: ShopContext,
  { lossPercent }: RoastSettings,
): Promise<RoastPlan> {
  const { shop } = context;
  await context.database.transaction(async (transaction) => {
    await lockActiveVendor(transaction, shop, 'update');
    const from = await findLoss(transaction, shop);
    await transaction
      .insert(settings)
      .values({ shop, lossPercent })
      .onConflictDoUpdate({ target: settings.shop, set: { lossPercent } });
    const setting = 'roastPlan.roastingLoss';
    await recordSettingChange(transaction, context, { setting, from, to: lossPercent });
  });
  return await getRoastPlan(context);
}

/**
 * Keeps a day as it is planned now, or forgets that it was taken.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `conflict` if the day isn't in the plan, or isn't planned or taken as `ifMatch`
 *   says
 */
export async function changeRoastDay(
  context: ShopContext,
  { day, change }: ChangeRoastDay,
  ifMatch: string | undefined,
): Promise<RoastPlan> {
  const { shop, actor: by } = context;
  const window = await windowOf(context);
  const { days, items, areCoffeesKnown } = await readNeeds(context, window);
  const planned = days.find((each) => each.day === day);
  if (planned === undefined) {
    throw new ServiceError('conflict', { message: 'This day isn’t in the plan anymore.' });
  }
  await context.database.transaction(async (transaction) => {
    await lockActiveVendor(transaction, shop, 'update');
    const before = (await findTaken(transaction, shop, day)).get(day);
    const isOther = ifMatch !== undefined && ifMatch !== dayTag(planned, before);
    if (change === 'take back') {
      if (before === undefined) return;
      if (isOther) throw new ServiceError('conflict', { message: takenChanged });
      await forgetTaken(transaction, shop, day);
      return;
    }
    // Its coffees would have other names once they are known.
    if (!areCoffeesKnown) throw new ServiceError('conflict', { message: coffeesUnknown });
    // A repeated request, as after a lost answer, is no conflict.
    if (before !== undefined && isDeepStrictEqual(bagsOf(before.items), planned.bags)) return;
    if (isOther) throw new ServiceError('conflict', { message: planChanged });
    const kept = items.flatMap((item): TakenItem[] => {
      const bags = planned.bags[item.id];
      return bags === undefined ? [] : [{ ...namesOf(item), bags }];
    });
    await keepTaken(transaction, { shop, day }, { items: kept, at: context.now(), by });
  });
  return await getRoastPlan(context);
}
