import { createHash } from 'node:crypto';
import type { customerNoticeTable } from '../../store/schema.ts';
import type { Happenings, World } from './world.ts';

/** A product that got another name, and who had subscribed to it for long. */
type Rename = {
  shop: string;
  product: number;
  was: string;
  at: Date;
  /** Whether a webhook told it. */
  isHeard: boolean;
  /** Of a rotation. What others subscribe to is called as their subscription calls it. */
  isCoffee: boolean;
  subscribers: readonly number[];
};

export type RenameDeeds = {
  renames: readonly Rename[];
  /** Former names in roast plans. */
  stale: readonly { shop: string; product: number; title: string; at: Date }[];
};

const day = 86_400_000;
/** Until a sweep has found a new subscription, which no webhook tells here, and the product that it sells. */
const newFor = 4 * day;
/** A webhook may come late. */
const heardBy = 1.5 * day;

/** Products that their merchant renames: those that are subscribed to, and coffees of a rotation. */
export function renamesOf(world: World, coffees: { shop: string; coffees: readonly number[] }) {
  const { chance, platform, now, fault } = world;
  const renames: Rename[] = [];
  const stale: Array<RenameDeeds['stale'][number]> = [];
  const happen: Happenings = {
    'product renamed': [
      0.008,
      async () => {
        const shop = chance.oneOf(world.shops);
        const { contracts, products } = platform.storeOf(shop).tables;
        const sold = contracts.all().filter(({ status }) => status === 'ACTIVE');
        const product =
          shop === coffees.shop ? chance.oneOf(coffees.coffees) : sold.at(-1)?.lines[0]?.productId;
        const was = products.get(product ?? 0)?.title;
        if (product == null || was === undefined) return;
        const title = `No. ${renames.length + 1} Roast`;
        const subscribers = sold.filter(
          ({ id, lines, createdAt }) =>
            lines[0]?.productId === product &&
            Date.parse(createdAt) < now().getTime() - newFor &&
            // A sweep has to have found out that it isn't charged by use.
            !world.usage.has(id),
        );
        renames.push({
          ...{ shop, product, was, at: now(), isHeard: !world.losesWebhooks() },
          isCoffee: shop === coffees.shop,
          subscribers: subscribers.map(({ id }) => id),
        });
        await platform.control.act(shop, 'product', { productId: product, title });
        fault('product renamed', `${shop} ${title}`);
      },
    ],
  };
  return {
    deeds: { renames, stale } satisfies RenameDeeds,
    happen,
    /** Looks at the names in a roast plan. */
    read(shop: string, items: readonly { product: string | null; title: string }[]): void {
      for (const { product: id, title } of shop === coffees.shop ? items : []) {
        const product = Number(id);
        const isCoffee = coffees.coffees.includes(product);
        if (isCoffee && platform.storeOf(shop).tables.products.get(product)?.title !== title) {
          stale.push({ shop, product, title, at: now() });
        }
      }
    },
  };
}

/**
 * Looks for the notices of each new name, and for former names in roast plans and reminders of later days.
 * @param isDisturbed whether a store was down, or its database was restored, in a time
 * @returns a sentence for each that isn't so
 */
export function judgeRenames(
  { renames, stale }: RenameDeeds,
  {
    rows,
    mails,
    domain,
    touches,
    isDisturbed,
    isSoldAs,
  }: {
    rows: readonly (typeof customerNoticeTable.$inferSelect)[];
    mails: readonly { id: string; text: string; at: Date }[];
    domain: string;
    touches: readonly { contractId: number; at: Date; isHeard: boolean }[];
    isDisturbed(shop: string, from: Date, to: Date): boolean;
    isSoldAs(shop: string, contractId: string, title: string): boolean;
  },
): string[] {
  const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
  const isKnown = ({ shop, at, isHeard }: Rename, by: Date) =>
    isHeard && !isDisturbed(shop, after(at, -newFor), by);
  const untold = renames.flatMap((rename) => {
    const { shop, product, was, at, subscribers } = rename;
    if (!isKnown(rename, after(at, heardBy))) return [];
    const isTold = rows.some(
      (row) =>
        // Once to the store's customer, by one of their subscriptions.
        row.shop === shop &&
        row.notice === 'customerProductUpdate' &&
        row.about.startsWith(`${product} `) &&
        row.happenedAt >= at &&
        row.happenedAt <= after(at, heardBy),
    );
    if (isTold) return [];
    return subscribers.flatMap((id) => {
      const isTouched = touches.some(
        (one) =>
          one.contractId === id &&
          one.at > after(at, one.isHeard ? -day : -10 * day) &&
          one.at < after(at, heardBy),
      );
      return isTouched
        ? []
        : `${shop} ${id}: nobody told that “${was}” was renamed at ${at.toISOString()}`;
    });
  });
  const inPlans = stale.flatMap(({ shop, product, title, at }) => {
    const last = renames.findLast(
      (one) => one.product === product && one.shop === shop && one.at <= at,
    );
    return last !== undefined && at > after(last.at, heardBy) && isKnown(last, at)
      ? `${shop}: the roast plan of ${at.toISOString()} calls ${product} “${title}”`
      : [];
  });
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const inMails = rows.flatMap(({ shop, contractId, notice, about }) => {
    if (notice !== 'reminder') return [];
    const told = JSON.stringify([shop, contractId, notice, about]);
    const mail = byId.get(`<${createHash('sha256').update(told).digest('hex')}@${domain}>`);
    if (mail === undefined) return [];
    const former = renames.find(
      (one) =>
        one.shop === shop &&
        one.isCoffee &&
        mail.text.includes(one.was) &&
        !isSoldAs(shop, contractId, one.was) &&
        mail.at > after(one.at, heardBy) &&
        isKnown(one, mail.at),
    );
    return former === undefined
      ? []
      : `${shop} ${contractId}: the reminder (${about}) calls a coffee “${former.was}”`;
  });
  return [...untold, ...inPlans, ...inMails];
}
