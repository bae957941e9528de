import { eq } from 'drizzle-orm';
import { billingSettingsTable, webhookTable } from '../../store/schema.ts';
import type { Happenings, Period, World } from './world.ts';

/** A time in which a store had uninstalled the app, or withdrawn a scope, and how the app called it after it had heard of that. */
type Closed = Period & { kind: 'uninstalled' | 'scope lost'; isHeard: boolean; calls: number };

export type StoreDeeds = {
  closed: readonly Closed[];
  wrong: readonly { text: string; at: Date }[];
};

const minute = 60_000;
const day = 86_400_000;
/** A call that is under way when the app hears of it. */
const underWay = 10 * minute;
const writes = 'write_own_subscription_contracts';
/** By then an uninstalled store's erasure was asked for and carried out, though the app may be down for three days. */
const erasedWithin = 8 * day;
/** Each night the app looks whether it is let in again, and tries some orders before it is refused. */
const mostUnheard = 12;

/** Stores that uninstall the app and come back the next day, or withdraw a scope for some days. */
export function storesOf(world: World) {
  const { chance, platform, now, fault, database } = world;
  const { control } = platform;
  const closed: Closed[] = [];
  const wrong: Array<StoreDeeds['wrong'][number]> = [];

  /** Webhooks about tokens bear the machine's time, and the app compares some with product time. */
  async function byProductTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    control.setMachineClockOffset(Math.max(0, now().getTime() - Date.now()) / 1000);
    try {
      return await work();
    } finally {
      control.setMachineClockOffset(0);
    }
  }
  const setScopes = async (shop: string, scopes: readonly string[], isHeard: boolean) => {
    control.setScopes(shop, scopes);
    if (isHeard) await byProductTime(() => control.sendWebhook(shop, 'app/scopes_update'));
  };
  const begin = (shop: string, kind: Closed['kind'], isHeard: boolean): Closed => {
    const period = { of: shop, from: now(), to: null, kind, isHeard, calls: 0 };
    closed.push(period);
    fault(kind, shop);
    return period;
  };
  const mayClose = (shop: string) => !world.isShut(shop) && !world.hasBackup();
  /** Whether it would still be uninstalled, and be erased in truth, when the platform asks for the erasure of its last uninstall. */
  const waitsForErasure = (shop: string) =>
    closed.some(
      ({ of, kind, from }) =>
        of === shop && kind === 'uninstalled' && now().getTime() - from.getTime() < erasedWithin,
    );
  const happen: Happenings = {
    uninstalled: [
      0.006,
      async () => {
        const shop = chance.oneOf(world.shops);
        if (!mayClose(shop) || waitsForErasure(shop)) return;
        const period = begin(shop, 'uninstalled', true);
        await byProductTime(() => control.uninstall(shop));
        world.loseWebhooks(2);
        world.afterDays(1, async () => {
          const [settings] = await database
            .select()
            .from(billingSettingsTable)
            .where(eq(billingSettingsTable.shop, shop));
          if (settings?.stoppedAt == null) {
            wrong.push({ text: `${shop}: an uninstall didn't stop billing`, at: period.from });
          }
          control.install(shop);
          period.to = now();
          await world.openApp(shop);
        });
        // The platform asks for it after 48 hours, whatever has happened since.
        world.afterDays(2, async () => {
          const { id } = await control.sendWebhook(shop, 'shop/redact');
          const at = now();
          const isHeard = !world.losesWebhooks();
          const isShut = world.isShut(shop);
          // The app may be down for three days.
          world.afterDays(5, async () => {
            const [row] = await database.select().from(webhookTable).where(eq(webhookTable.id, id));
            if (row === undefined && !isHeard) return;
            // A frozen store doesn't say, so its erasure is a dead letter.
            if (isShut && row?.outcome === null) return;
            if (row?.outcome?.includes('Nothing was erased') !== true)
              wrong.push({
                text: `${shop} came back, and its erasure ended as: ${row?.outcome}`,
                at,
              });
          });
        });
      },
    ],
    'scope lost': [
      0.006,
      async () => {
        const shop = chance.oneOf(world.shops);
        if (!mayClose(shop)) return;
        const isHeard = chance.is(0.6);
        const period = begin(shop, 'scope lost', isHeard);
        // All others stay, also `read_all_orders`: without it the app doesn't see new contracts' first orders, which are older than the contracts here.
        const { grantedScopes } = platform.storeOf(shop).shop;
        const left = grantedScopes.filter((scope) => scope !== writes);
        await setScopes(shop, left, isHeard);
        world.afterDays(chance.whole(1, 5), async () => {
          period.to = now();
          await setScopes(shop, grantedScopes, true);
        });
      },
    ],
  };
  return {
    deeds: { closed, wrong } satisfies StoreDeeds,
    happen,
    isClosed: (shop: string) => closed.some(({ of, to }) => of === shop && to === null),
    /** Hears of a call of a store by the app. */
    call(shop: string, body: string): void {
      const period = closed.find(({ of, to }) => of === shop && to === null);
      if (period === undefined || now().getTime() < period.from.getTime() + underWay) return;
      if (period.kind === 'uninstalled' || body.includes('ChargeCycle')) period.calls += 1;
    },
  };
}

/** Finds calls of stores that had uninstalled the app, and charges in those that permit none. */
export function judgeStores(
  { closed, wrong }: StoreDeeds,
  { isLost, now }: { isLost: (at: Date) => boolean; now: Date },
): string[] {
  return [
    ...wrong.filter(({ at }) => !isLost(at)).map(({ text }) => text),
    ...closed.flatMap(({ of, from, to, kind, isHeard, calls }) => {
      const days = Math.ceil(((to ?? now).getTime() - from.getTime()) / day);
      return calls > (isHeard ? 0 : mostUnheard * (days + 1))
        ? `${of}, ${kind} at ${from.toISOString()}, was called ${calls} times`
        : [];
    }),
  ];
}
