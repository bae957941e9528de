import { asc, eq, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import { stopBilling, suspendedReason } from '../../recurring/billing/store.ts';
import { approveVendor, findVendor } from '../../shop/vendor.ts';
import type { Database } from '../../store/database.ts';
import { proposedVendorTable, sessionTable, vendorTable } from '../../store/schema.ts';
import { closePortal } from '../portal/close.ts';
import { type CommandOutcome, printable } from './command-outcome.ts';

const shop = z
  .string({ error: 'Name the shop, such as first-crack.myshopify.com.' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, {
    error: 'Name the shop by its address, such as first-crack.myshopify.com.',
  });

/** The status that opens the app, and the line printed about it. */
const openings = {
  approve: { status: 'active', done: 'is approved.' },
  onboarding: { status: 'onboarding', done: 'is in onboarding: the app is open to it.' },
} as const;

/** How each order changes an existing vendor, and the line printed about it. */
const changes = {
  suspend: {
    change: { status: 'suspended' },
    nothing: 'there is nothing to suspend.',
    done: 'is suspended, and nothing is charged for it.',
  },
  'plans-on': {
    change: { simpleSubscription: true },
    nothing: 'approve it first.',
    done: 'has Selling Plans in its menu.',
  },
  'plans-off': {
    change: { simpleSubscription: false },
    nothing: 'it has no Selling Plans in its menu.',
    done: 'has no Selling Plans in its menu any more.',
  },
  'fulfillment-on': {
    change: { handleFulfillmentWebhook: true },
    nothing: 'it has no notifications.',
    done: 'sends its shipping notifications by its own fulfillment.',
  },
  'fulfillment-off': {
    change: { handleFulfillmentWebhook: false },
    nothing: 'it has no notifications.',
    done: 'leaves its shipping notifications to Cadence.',
  },
} as const;

const orderOfShop = z.enum([
  'approve',
  'onboarding',
  'suspend',
  'plans-on',
  'plans-off',
  'fulfillment-on',
  'fulfillment-off',
]);

/** Every order in the form that an operator types. */
export const vendorCommands = ['list', ...orderOfShop.options.map((action) => `${action} SHOP`)];

export const vendorCommandSchema = z.discriminatedUnion(
  'action',
  [z.object({ action: z.literal('list') }), z.object({ action: orderOfShop, shop })],
  { error: `Say what to do: ${vendorCommands.join(', ')}.` },
);

export type VendorCommand = z.infer<typeof vendorCommandSchema>;

/** Parses a command's words, such as `['approve', 'first-crack.myshopify.com']`. */
export function parseVendorCommand([action, shop, ...rest]: readonly string[]) {
  return vendorCommandSchema.safeParse(rest.length === 0 ? { action, shop } : {});
}

/**
 * Runs an operator's order. `approve` and `onboarding` open the app to a shop and keep its settings; a new vendor gets `simpleSubscription`.
 * `suspend` closes the app and the portal, stops billing, mails the merchant and keeps everything; the merchant starts billing again once the app is
 * open. `plans-on` and `plans-off` set `simpleSubscription`.
 * `fulfillment-on` leaves the shipping notifications to the vendor's own fulfillment webhook, so that the merchant can't change them. A shop that
 * never came to Cadence is refused, since its name is most likely misspelled.
 */
export async function runVendorCommand(
  { database, jobs }: { database: Database; jobs: Pick<Jobs, 'send'> },
  order: VendorCommand,
  now: Date,
): Promise<CommandOutcome> {
  const shops = await knownShops(database);
  if (order.action === 'list') {
    return {
      done: true,
      lines: shops.length === 0 ? ['No shop has come to Cadence yet.'] : shops.map(lineOf),
    };
  }
  const known = shops.find((candidate) => candidate.shop === order.shop);
  if (known === undefined) {
    return {
      done: false,
      lines: [`${order.shop} never came to Cadence. "list" shows the shops that did.`],
    };
  }
  if (order.action === 'approve' || order.action === 'onboarding') {
    const { status, done } = openings[order.action];
    const vendor = await findVendor(database, order.shop);
    const { simpleSubscription } = vendor?.shopifyManifest ?? { simpleSubscription: true };
    await approveVendor(database, { shop: order.shop, status, simpleSubscription });
    return { done: true, lines: [`${order.shop} ${done}`] };
  }
  const { change, nothing, done } = changes[order.action];
  const changed = await database.transaction(async (transaction) => {
    const vendors = await transaction
      .update(vendorTable)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(vendorTable.shop, order.shop))
      .returning({ shop: vendorTable.shop });
    // The vendor is locked first, as by `changeBilling`, so that nobody starts billing in between.
    if (order.action === 'suspend') {
      const stopped = { database: transaction, jobs, shop: order.shop };
      await stopBilling(stopped, { at: now, because: suspendedReason });
      // Its rows are on the machine's time. A later approval opens none of them again.
      await closePortal(transaction, order.shop, new Date());
    }
    return vendors;
  });
  return changed.length === 0
    ? { done: false, lines: [`${order.shop} is no vendor yet: ${nothing}`] }
    : { done: true, lines: [`${order.shop} ${done}`] };
}

type KnownShop = Awaited<ReturnType<typeof knownShops>>[number];

async function knownShops(database: Database) {
  const named = union(
    database.select({ shop: sessionTable.shop }).from(sessionTable),
    database.select({ shop: vendorTable.shop }).from(vendorTable),
    database.select({ shop: proposedVendorTable.shop }).from(proposedVendorTable),
  ).as('named');
  return await database
    .select({
      shop: named.shop,
      status: vendorTable.status,
      name: proposedVendorTable.name,
      email: proposedVendorTable.email,
      stepsCompleted: proposedVendorTable.stepsCompleted,
    })
    .from(named)
    .leftJoin(vendorTable, eq(vendorTable.shop, named.shop))
    .leftJoin(proposedVendorTable, eq(proposedVendorTable.shop, named.shop))
    .orderBy(asc(named.shop));
}

function lineOf({ shop, status, name, email, stepsCompleted }: KnownShop): string {
  const signedUp = stepsCompleted !== null && stepsCompleted > 0;
  const state = status ?? (signedUp ? 'proposed' : 'not signed up');
  return [shop, state, ...(signedUp ? [printable(`${name} <${email}>`)] : [])].join('  ');
}
