import { and, eq, getTableColumns } from 'drizzle-orm';
import { addDays, dayIn } from '#contract/calendar.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { decideBulkChange } from '../../recurring/bulk/carry-out.ts';
import { prepareImport } from '../../recurring/importing/prepare.ts';
import { keyOf } from '../../recurring/importing/read-line.ts';
import { ServiceError } from '../../service-error.ts';
import type { Database } from '../../store/database.ts';
import { bulkChangeTable, importLineTable } from '../../store/schema.ts';
import { homes } from './notices.ts';
import type { Happenings, World } from './world.ts';

/** A line of a file of subscribers that was sent, and the ids of the imports that it has become. */
type Line = {
  shop: string;
  key: string;
  day: string;
  sends: { id: string; at: Date }[];
  contractId: number | null;
  /** What it says beside its day, and the same of the subscription that was made; null while that isn't seen, or was changed before. */
  said: string;
  made: string | null;
};

export type ImportDeeds = { lines: readonly Line[] };

/** Merchants who come from another app with a few subscribers, and send their file once more. */
export function importsOf(world: World) {
  const { chance, platform, now, fault, database } = world;
  const lines: Line[] = [];
  let files = 0;
  const contextOf = (shop: string) => ({ ...world.contextOf(shop), actor: '1' });

  /** Sends a file, and begins its import on one of the next days, once it is checked. */
  async function send(shop: string, own: readonly Line[], text: string): Promise<void> {
    const id = await prepareImport(contextOf(shop), new File([text], 'subscribers.csv'));
    for (const line of own) line.sends.push({ id, at: now() });
    const begin = (left: number) =>
      world.afterDays(0, async () => {
        const [row] = await database
          .select()
          .from(bulkChangeTable)
          .where(eq(bulkChangeTable.id, id));
        if (row?.state === 'prepared') {
          // Its answer is lost, or the worker dies.
          if (chance.is(0.5)) world.interruptMany();
          const lost = { kind: 'disconnect', afterExecution: true } as const;
          platform.control.addFault({ ...lost, operation: 'ImportContract' });
          await decideBulkChange(contextOf(shop), id, 'begin');
          world.afterDays(2, () => welcome(own));
        } else if (left > 0) begin(left - 1);
      });
    begin(5);
  }

  /** From now on all else happens to them, too. */
  function welcome(own: readonly Line[]): void {
    for (const line of own) {
      const { contracts } = platform.storeOf(line.shop).tables;
      const made = contracts.all().find((one) => isOf(one, line));
      if (made === undefined || line.contractId !== null) continue;
      line.contractId = made.id;
      const [sold] = made.lines;
      if (made.updatedAt === made.createdAt) {
        line.made = wordsOf({
          ...{ price: sold?.currentPrice, delivery: made.deliveryPrice },
          ...{ every: made.billingPolicy.intervalCount, variant: sold?.variantId },
          ...{ quantity: sold?.quantity, method: made.paymentMethodId },
        });
      }
      fault('imported', `${line.shop} ${made.id}`);
      world.priced(made.id, sold?.currentPrice ?? '0');
      world.join({
        shop: line.shop,
        contractId: made.id,
        paymentMethodId: made.paymentMethodId ?? 0,
      });
    }
  }

  const happen: Happenings = {
    imported: [
      0.008,
      async () => {
        const shop = chance.oneOf(world.shops);
        const index = world.shops.indexOf(shop);
        const sold = world.opened.find((one) => one.shop === shop);
        const store = platform.storeOf(shop);
        const contract = store.tables.contracts.get(sold?.contractId ?? 0);
        const method = store.tables.paymentMethods.get(sold?.paymentMethodId ?? 0);
        const [customer] = store.tables.customers.all();
        const home = homes[index];
        const variant = contract?.lines[0]?.variantId;
        if (world.isShut(shop) || !method || !customer || !home || variant == null) return;
        files += 1;
        const today = dayIn(store.shop.timezone, now());
        const read = Array.from({ length: chance.whole(2, 3) }, (_, nth) => {
          const reference = `${files}-${nth}`;
          const day = addDays(today, chance.whole(8, 25));
          const paymentMethod = store.transact((transaction) => {
            const id = transaction.newId();
            transaction.put('paymentMethods', { ...method, id, fate: { kind: 'good' } });
            return id;
          });
          const key = keyOf(shop, reference, { email: customer.email, variant: String(variant) });
          const cells = {
            reference,
            ...{ customer_email: customer.email, variant_id: variant, quantity: 1 },
            ...{ price: `${chance.whole(9, 30)}.45`, delivery_price: '4.90' },
            ...{ interval: 'month', interval_count: chance.whole(1, 2), next_date: day },
            ...{ payment_method_id: paymentMethod, last_name: 'Moved', address1: '1 Old Street' },
            ...{ city: 'Town', zip: home.zip, country_code: home.countryCode },
            province_code: home.provinceCode,
          };
          const said = wordsOf({
            ...{ price: cells.price, delivery: cells.delivery_price, every: cells.interval_count },
            ...{ variant, quantity: cells.quantity, method: paymentMethod },
          });
          const line: Line = { shop, key, day, said, made: null, sends: [], contractId: null };
          return { line, cells };
        });
        const headings = Object.keys(read[0]?.cells ?? {}).join(',');
        const text = [headings, ...read.map(({ cells }) => Object.values(cells).join(','))].join(
          '\n',
        );
        const own = read.map(({ line }) => line);
        try {
          await send(shop, own, text);
        } catch (error) {
          if (!(error instanceof ServiceError) && !(error instanceof PlatformError)) throw error;
          world.note(`import refused ${error.message}`);
          return;
        }
        lines.push(...own);
        world.afterDays(chance.whole(1, 4), async () => {
          if (world.isShut(shop)) return;
          await send(shop, own, text);
          fault('imported again', shop);
        });
      },
    ],
  };
  return { deeds: { lines } satisfies ImportDeeds, happen };
}

/** What a subscription is to be like, in one text. */
const wordsOf = (
  of: Record<'price' | 'delivery', string | undefined> &
    Record<'every' | 'variant' | 'quantity' | 'method', number | null | undefined>,
): string => JSON.stringify({ ...of, price: Number(of.price), delivery: Number(of.delivery) });

type Made = { customAttributes: readonly { key: string; value: string | null }[] };
const isOf = ({ customAttributes }: Made, { key }: Pick<Line, 'key'>): boolean =>
  customAttributes.some(({ value }) => value === key);

/**
 * Looks for the subscription of each line that was sent: one, as the line says and with its first order on the day that it names, unless a line says that it was refused.
 * None is left open but where its import was never begun, or is stopped.
 * @param isLost tells what our database forgot
 * @returns a sentence for each that isn't so
 */
export async function judgeImports(
  { lines }: ImportDeeds,
  {
    database,
    platform,
    isLost,
  }: Pick<World, 'platform'> & { database: Database; isLost: (at: Date) => boolean },
): Promise<string[]> {
  const { shop: ofShop, changeId } = importLineTable;
  const rows = await database
    .select({ ...getTableColumns(importLineTable), stands: bulkChangeTable.state })
    .from(importLineTable)
    .innerJoin(
      bulkChangeTable,
      and(eq(bulkChangeTable.shop, ofShop), eq(bulkChangeTable.id, changeId)),
    );
  return lines.flatMap((line) => {
    const { shop, key, day, sends } = line;
    const { tables, shop: record } = platform.storeOf(shop);
    const made = tables.contracts.all().filter((one) => isOf(one, line));
    const said = rows.filter(
      (row) => row.key === key && sends.some(({ id }) => id === row.changeId),
    );
    const name = `${shop}: the imported line ${key}`;
    const [contract] = made;
    if (made.length > 1) return `${name} was made ${made.length} times`;
    const states = said.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()).join(', ');
    const isSaid = said.some(({ state, reason }) => state === 'done' || reason === 'imported');
    const forgotten = said.find(
      ({ state, stands }) =>
        ['waiting', 'doing'].includes(state) && !['prepared', 'stopped'].includes(stands),
    );
    if (forgotten)
      return `${name} is ${forgotten.state} for ever, and its import ${forgotten.stands}`;
    if (contract === undefined)
      return isSaid || (said.length === 0 && !sends.some(({ at }) => isLost(at)))
        ? `${name} is ${states}, and wasn’t made`
        : [];
    if (!isSaid && !isLost(new Date(contract.createdAt)))
      return `${name} is ${states}, and was made`;
    if (line.made !== null && line.made !== line.said)
      return `${name} says ${line.said}, and became ${line.made}`;
    const [first] = contract.schedules;
    const firstDay = dayIn(record.timezone, new Date(first?.firstDate ?? 0));
    // Another plan or fixed day begins with the first order, too.
    const isAsMade = contract.schedules.length === 1 && first?.anchors.length === 0;
    return isAsMade && firstDay !== day
      ? `${name} has its first order on ${firstDay} instead of ${day}`
      : [];
  });
}
