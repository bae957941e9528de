import { createHash } from 'node:crypto';
import type { customerNoticeTable } from '../../store/schema.ts';
import type { Happenings, World } from './world.ts';

/** What customers got by one channel. Emails have an id. */
type Sent = { id?: string; to: string; at: Date };

export type ParcelDeeds = {
  /** What a carrier said of a parcel, of which the app was told. */
  news: readonly { shop: string; parcel: number; status: string | null; at: Date }[];
};

/** Where the customers of each store live. */
export const homes = [
  { zone: 'America/New_York', countryCode: 'US', provinceCode: 'NY', zip: '10001' },
  { zone: 'Europe/Berlin', countryCode: 'DE', provinceCode: '', zip: '10115' },
  { zone: 'Australia/Sydney', countryCode: 'AU', provinceCode: 'NSW', zip: '2000' },
] as const;

/** How the customer of a store is reached; by its `nth` address, if those before were refused. */
export const emailOf = (store: number, nth = 0): string => `customer${nth}@${store}.example`;
export const phoneOf = (store: number): string => `+1555010010${store}`;

/** Of which store somebody is the customer; null of none. */
export function storeOfCustomer(to: string): number | null {
  const [, email, phone] = /^(?:customer\d+@(\d)\.example|\+1555010010(\d))$/.exec(to) ?? [];
  const store = email ?? phone;
  return store === undefined ? null : Number(store);
}

const day = 86_400_000;
/** After that, a notice is no news, and what still waits for a provider has its reason with the next one. */
const longestWait = 4 * day;
const states = ['delayed', 'out_for_delivery', 'delivered'] as const;

/** Parcels of charged orders on their way, of which the platform's webhooks tell. */
export function parcelsOf(world: World): { deeds: ParcelDeeds; happen: Happenings } {
  const { chance, platform, now } = world;
  const news: Array<ParcelDeeds['news'][number]> = [];
  type Status = (typeof states)[number];
  /** Sends an order's parcel, or has its carrier say something of it. */
  async function move(shop: string, orderId: number, shipmentStatus?: Status): Promise<void> {
    const isHeard = !world.losesWebhooks();
    await platform.control.act(shop, 'parcel', { orderId, shipmentStatus });
    const [parcel] = platform.storeOf(shop).fulfillmentsByOrder.get(orderId);
    const status = shipmentStatus ?? null;
    if (isHeard && parcel) news.push({ shop, parcel: parcel.id, status, at: now() });
    world.fault('parcel', `${orderId} ${status}`);
  }
  return {
    deeds: { news },
    happen: {
      parcel: [
        0.4,
        async () => {
          const { shop, contractId } = chance.oneOf(world.opened);
          const store = platform.storeOf(shop);
          const orderId = store.tables.attempts
            .all()
            .findLast((one) => one.contractId === contractId && one.orderId !== null)?.orderId;
          if (orderId == null || store.fulfillmentsByOrder.get(orderId).length > 0) return;
          await move(shop, orderId);
          for (const status of chance.is(0.5) ? states : [chance.oneOf(states)]) {
            world.afterDays(chance.whole(1, 4), async () => await move(shop, orderId, status));
          }
        },
      ],
    },
  };
}

/** Whether somebody may be written to: by day, told without the app's own code. */
function isNight(at: Date, zone: string): boolean {
  const hour = (time: Date) =>
    Number(time.toLocaleTimeString('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }));
  // A machine's clock may be a minute apart.
  const times = [at, new Date(at.getTime() - 2 * 60_000), new Date(at.getTime() + 2 * 60_000)];
  return times.every((time) => hour(time) < 8 || hour(time) >= 21);
}

type Named = Pick<
  typeof customerNoticeTable.$inferSelect,
  'shop' | 'contractId' | 'notice' | 'about'
>;

/** The id of the email that tells of a notice. */
export function messageIdOf({ shop, contractId, notice, about }: Named, domain: string): string {
  const told = JSON.stringify([shop, contractId, notice, about]);
  return `<${createHash('sha256').update(told).digest('hex')}@${domain}>`;
}

/**
 * Compares what customers got with the outbox: each notice was sent once or has a reason, and nobody was written to at night.
 * @param isLost tells what our database forgot
 * @returns a sentence for each that isn't so
 */
export function judgeNotices(
  rows: readonly (typeof customerNoticeTable.$inferSelect)[],
  {
    emails,
    texts,
    zoneOf,
    domain,
    parcels,
    now,
    isLost,
    isDisturbed,
  }: {
    emails: readonly Sent[];
    texts: readonly Sent[];
    /** Null for one who isn't a customer. */
    zoneOf: (to: string) => string | null;
    domain: string;
    parcels: ParcelDeeds;
    now: Date;
    isLost: (at: Date) => boolean;
    /** Whether the app was down, or couldn't read the store, in the days after a time. */
    isDisturbed: (shop: string, at: Date) => boolean;
  },
): string[] {
  const wrong: string[] = [];
  const known = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const { shop, contractId, notice, about, channel, state, reason, sendAt } = row;
    const name = `${shop} ${contractId}: ${notice} (${about}) by ${channel}`;
    if (state === 'not sent' && reason === null) wrong.push(`${name} has no reason`);
    const isOver = state === 'sent' || state === 'not sent';
    if (!isOver && sendAt.getTime() < now.getTime() - longestWait) {
      wrong.push(`${name} is ${state} for ever`);
    }
    if (channel !== 'email') continue;
    known.set(messageIdOf(row, domain), row);
  }
  const customers = emails.filter(({ to }) => zoneOf(to) !== null);
  const times = new Map<string, Sent[]>();
  for (const email of customers) {
    times.set(email.id ?? '', [...(times.get(email.id ?? '') ?? []), email]);
  }
  for (const [id, row] of known) {
    const { contractId, notice, about, state, reason, at } = row;
    const got = (times.get(id) ?? []).filter((email) => !isLost(email.at)).length;
    const name = `${contractId}: ${notice} (${about}) is ${state}${reason === null ? '' : `, ${reason}`}`;
    if (state === 'sent' && got !== 1 && !(at !== null && isLost(at))) {
      wrong.push(`${name}, and came ${got} times`);
    }
    if (state !== 'sent' && got > (reason === 'answer lost' || state === 'sending' ? 1 : 0)) {
      wrong.push(`${name}, and came ${got} times`);
    }
  }
  for (const [id, [email]] of times) {
    if (email !== undefined && !known.has(id) && !isLost(email.at)) {
      wrong.push(`nobody knows of the email of ${email.at.toISOString()} to ${email.to}`);
    }
  }
  const ofTexts = rows.filter(({ channel, at }) => channel === 'text' && !(at && isLost(at)));
  const sent = ofTexts.filter(({ state }) => state === 'sent').length;
  const perhaps = ofTexts.filter(
    ({ state, reason }) => reason === 'answer lost' || state === 'sending',
  ).length;
  const got = texts.filter(({ at }) => !isLost(at)).length;
  if (got < sent || got > sent + perhaps) {
    wrong.push(`${got} texts came, and we say ${sent} and perhaps ${perhaps}`);
  }
  for (const { to, at } of [...customers, ...texts]) {
    const zone = zoneOf(to);
    if (zone !== null && isNight(at, zone))
      wrong.push(`${to} was written to at ${at.toISOString()}, by night`);
  }
  for (const { shop, parcel, status, at } of parcels.news) {
    if (isDisturbed(shop, at)) continue;
    const about = status === null ? String(parcel) : `${parcel} ${status}`;
    const channels = rows.filter((row) => row.shop === shop && row.about === about);
    if (channels.length !== 2) {
      wrong.push(`${shop}: parcel ${about} of ${at.toISOString()} has ${channels.length} notices`);
    }
  }
  return wrong;
}
