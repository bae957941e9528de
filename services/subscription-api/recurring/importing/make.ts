import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { dayIn, hourOfDay } from '#contract/calendar.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { majorUnitsOf } from '#contract/money.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import {
  subscriptionContractTable as contracts,
  importedSubscriptionTable as imported,
  importLineTable as lines,
} from '../../store/schema.ts';
import { addressInput } from '../contracts/change.ts';
import { refusalInWords } from '../contracts/refusal-words.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { recordInTimeline } from '../timeline/timeline.ts';
import { createContract, listImported } from './documents.ts';
import { type ImportContent, importContentSchema } from './read-line.ts';

type ImportLine = typeof lines.$inferSelect;

/** The attribute of a contract that has its line's key. */
const attribute = 'cadence_import';

/** Longer than the platform takes to answer, or to carry out what it didn't answer. */
const leaseMilliseconds = 2 * 60_000;

/** In the middle of the day, so that it stays that day whatever the clocks do. */
const hour = 12;

export const importTexts = {
  busy: 'It’s being imported by another file right now. Send this one again in a few minutes.',
  unsettled:
    'Shopify failed at this several times. Send this line again later: a subscription that was made all the same isn’t made twice.',
  past: 'Its next date has come before it was imported, so it could be charged in both apps. Send it again with its next date.',
  referenceAdded:
    'reference: This customer’s subscription to this product was imported without one. Leave it empty, as it was. If this is another subscription, send the line without a reference along.',
  referenceMissing:
    'reference: A subscription of this customer to this product was imported by another line. Enter the reference that it had. If this is another subscription, send that line along.',
} as const;

/** How the lines of one import become subscriptions, each once. */
export function importOf(context: ShopContext, id: string) {
  const { database, shop } = context;
  const ofImport = and(eq(lines.shop, shop), eq(lines.changeId, id));
  const isOpen = inArray(lines.state, ['waiting', 'doing']);
  const ofLine = (line: number) => and(ofImport, eq(lines.line, line));
  const isKeyed = (key: string) => and(eq(imported.shop, shop), eq(imported.key, key));

  async function settle(
    { line }: ImportLine,
    set:
      | { state: 'refused'; reason: string }
      | { state: 'left out'; reason: 'imported'; contractId: string },
  ): Promise<void> {
    await database
      .update(lines)
      .set({ ...set, content: null })
      .where(and(ofLine(line), isOpen));
  }

  /** Makes one's subscription, or finds it made. Whoever else has the same key waits. */
  async function carryOut(row: ImportLine): Promise<void> {
    const { key } = row;
    if (key === null) throw new Error(`Line ${row.line} of import ${id} has no key.`);
    const lease = await takeLease(
      database,
      { shop, name: `import key ${key}` },
      () => leaseMilliseconds,
    );
    if (lease === null) return await tryLater(row, importTexts.busy);
    let isUnknown = false;
    try {
      await make({ ...row, key });
    } catch (error) {
      isUnknown = error instanceof OutcomeUnknownError;
      throw error;
    } finally {
      // The platform may still be making it, so nobody asks for it before the lease is over.
      if (!isUnknown) await lease.end();
    }
  }

  async function make(row: ImportLine & { key: string }): Promise<void> {
    const { key, line, customerId } = row;
    if (customerId === null || row.content === null) {
      throw new Error(`Line ${line} of import ${id} isn’t checked.`);
    }
    const content = importContentSchema.parse(row.content);
    // Kept before the platform is asked, so that whoever comes after a crash asks first what became of it.
    await database.insert(imported).values({ shop, key, customerId }).onConflictDoNothing();
    const [claim] = await database.select().from(imported).where(isKeyed(key));
    const known = claim?.contractId ?? null;
    if (known !== null && claim?.toldAt != null) {
      return await settle(row, { state: 'left out', reason: 'imported', contractId: known });
    }
    await database
      .update(lines)
      .set({ state: 'doing' })
      .where(and(ofLine(line), isOpen));
    // A corrected file may name another customer than the one who may have got it.
    const owner = claim?.customerId ?? customerId;
    let contract = known ?? (await findMade(owner, key));
    const isOthers = contract !== null && owner !== customerId;
    if (contract === null && owner !== customerId) {
      contract = await findMade(customerId, key);
      await database.update(imported).set({ customerId }).where(isKeyed(key));
    }
    contract ??= await create({ ...row, customerId }, content);
    if (contract === null) return;
    await database.update(imported).set({ contractId: contract }).where(isKeyed(key));
    await tell(row, contract, isOthers ? 'left out' : 'done');
  }

  /** A contract that was made by a call whose answer was lost, or before a backup that was restored since. */
  async function findMade(customerId: string, key: string): Promise<string | null> {
    const page = async (after: string | null) => {
      const customer = globalIdOf('Customer', customerId);
      const { customer: found } = await context.graphql(listImported, { customer, after });
      return found?.subscriptionContracts ?? noNodes;
    };
    const all = await allNodes(await page(null), page);
    const made = all.find(({ customAttributes }) =>
      customAttributes.some((one) => one.key === attribute && one.value === key),
    );
    return made === undefined ? null : originalIdOf(made.id);
  }

  /** Has the platform make it; null where it can't be made, which is noted then. */
  async function create(
    row: ImportLine & { key: string; customerId: string },
    content: ImportContent,
  ): Promise<string | null> {
    const { currencyCode, key } = row;
    const { interval, intervalCount, day, method, variant, quantity } = content;
    const timeZone = await storeTimeZoneOf(context);
    // It may be made again, as when the merchant has corrected the file.
    const refuse = async (reason: string) => {
      await database.delete(imported).where(and(isKeyed(key), isNull(imported.contractId)));
      await settle(row, { state: 'refused', reason });
      return null;
    };
    if (day <= dayIn(timeZone, context.now())) return await refuse(importTexts.past);
    const policy = { interval, intervalCount, anchors: [] };
    const { create: answer } = await context.graphql(createContract, {
      input: {
        customerId: globalIdOf('Customer', row.customerId),
        currencyCode,
        nextBillingDate: hourOfDay(timeZone, day, hour).toISOString(),
        contract: {
          status: 'ACTIVE',
          billingPolicy: policy,
          deliveryPolicy: policy,
          deliveryMethod: { shipping: { address: addressInput(content.address) } },
          deliveryPrice: majorUnitsOf(content.deliveryPrice, currencyCode),
          ...(method !== null && { paymentMethodId: globalIdOf('CustomerPaymentMethod', method) }),
          customAttributes: [{ key: attribute, value: key }],
        },
        lines: [
          {
            line: {
              productVariantId: globalIdOf('ProductVariant', variant),
              quantity,
              currentPrice: majorUnitsOf(content.price, currencyCode),
            },
          },
        ],
      },
    });
    const [error] = answer.userErrors;
    if (answer.contract !== null) return originalIdOf(answer.contract.id);
    return await refuse(refusalInWords(error ?? { message: 'It said nothing more.' }));
  }

  /** Reads the new contract and tells its timeline where it came from, once, with the line. */
  async function tell(
    row: ImportLine & { key: string },
    contract: string,
    state: 'done' | 'left out',
  ): Promise<void> {
    // Without a plan of ours nobody would know that it is charged by date.
    const known = { isUsageBased: false };
    const write = async (at: ShopContext) => {
      // Also where a newer reading stays.
      await at.database
        .update(contracts)
        .set(known)
        .where(and(eq(contracts.shop, shop), eq(contracts.id, contract)));
      await at.database
        .update(lines)
        .set({
          ...{ state, contractId: contract, content: null },
          reason: state === 'done' ? null : 'imported',
        })
        .where(and(ofLine(row.line), eq(lines.state, 'doing')));
      const told = await at.database
        .update(imported)
        .set({ toldAt: at.now() })
        .where(and(isKeyed(row.key), isNull(imported.toldAt)))
        .returning({ key: imported.key });
      if (told.length === 0) return;
      const subject = row.reference === null ? {} : { subject: row.reference };
      await recordInTimeline(at, {
        ...{ contract, kind: 'imported', by: { who: 'merchant' } },
        details: { bulk: id, ...subject },
      });
    };
    await refreshContract(context, contract, write, undefined, known);
  }

  async function tryLater({ line }: Pick<ImportLine, 'line'>, why: string): Promise<void> {
    const [row] = await database
      .select()
      .from(lines)
      .where(and(ofLine(line), isOpen));
    if (row === undefined) return;
    if (row.tries >= mostTries) return await settle(row, { state: 'refused', reason: why });
    await database
      .update(lines)
      .set({ tries: row.tries + 1 })
      .where(ofLine(line));
  }

  return {
    async openAfter(after: string, limit: number) {
      const some = await database
        .select()
        .from(lines)
        .where(and(ofImport, isOpen, gt(lines.line, Number(after))))
        .orderBy(asc(lines.line))
        .limit(limit);
      return some.map((row) => ({
        ...{ id: String(row.line), tries: row.tries },
        carryOut: () => carryOut(row),
        tryLater: (why: string) => tryLater(row, why),
      }));
    },
    countOpen: () => database.$count(lines, and(ofImport, isOpen)),
    unsettled: importTexts.unsettled,
  };
}

/** How often one that the platform fails at is tried again, a minute later each time. */
const mostTries = 10;
