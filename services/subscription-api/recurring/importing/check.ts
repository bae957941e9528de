import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { allNodes } from '../../platform/all-nodes.ts';
import { ServiceError } from '../../service-error.ts';
import { keepCustomers } from '../../shop/customers.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import {
  bulkChangeTable as changes,
  subscriptionContractLineTable as contractLines,
  subscriptionContractTable as contracts,
  importedSubscriptionTable as imported,
  importLineTable as lines,
} from '../../store/schema.ts';
import { findNamed, listNamedCustomers } from './documents.ts';
import { importTexts } from './make.ts';
import { type ImportContent, importContentSchema, keyOf } from './read-line.ts';

/** Few enough for one query of the platform. */
const atOnce = 50;
/** Longer than one query may wait. */
const leaseMilliseconds = 2 * 60_000;

/**
 * Has imports checked on whose check the store had refused. Call it once the store lets us in. Safe to call often, because a day has one such job for each.
 */
export async function checkRefusedImports({
  database,
  jobs,
  shop,
  now,
}: ShopContext): Promise<void> {
  const refused = await database
    .select({ change: changes.id })
    .from(changes)
    .where(
      and(
        ...[eq(changes.shop, shop), eq(changes.state, 'checking')],
        isNotNull(changes.stoppedBecause),
      ),
    );
  const day = now().toISOString().slice(0, 10);
  for (const { change } of refused) {
    await jobs.send(database, 'change-many', { shop, change }, { key: `${change} ${day}` });
  }
}

/**
 * Looks up what the lines of an import name, for as long as `signal` lets it; then it is prepared, or its next job goes on. Does nothing where another
 * process is at it.
 * @throws the platform's failure, which the import tells meanwhile; call it again later
 */
export async function checkImport(
  context: ShopContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, shop, jobs } = context;
  const isOf = and(eq(changes.shop, shop), eq(changes.id, id), eq(changes.state, 'checking'));
  const lease = await takeLease(database, { shop, name: `import ${id}` }, () => leaseMilliseconds);
  if (lease === null) throw new ServiceError('unavailable', { message: 'It is being checked.' });
  try {
    while (!signal.aborted && (await lease.keep())) {
      const some = await database
        .select({
          ...{ line: lines.line, key: lines.key, reference: lines.reference },
          content: lines.content,
        })
        .from(lines)
        .where(and(eq(lines.shop, shop), eq(lines.changeId, id), eq(lines.state, 'doing')))
        .orderBy(asc(lines.line))
        .limit(atOnce);
      if (some.length === 0) {
        await database.update(changes).set({ state: 'prepared', stoppedBecause: null }).where(isOf);
        return;
      }
      const read = some.map(({ content, ...line }) => ({
        ...{ ...line, content: importContentSchema.parse(content) },
      }));
      await keepChecked(context, id, await checkLines(context, id, read));
    }
  } catch (error) {
    // Whoever waits for it is told why.
    if (error instanceof ServiceError) {
      await database.update(changes).set({ stoppedBecause: error.message }).where(isOf);
    }
    throw error;
  } finally {
    await lease.end();
  }
  await jobs.send(database, 'change-many', { shop, change: id });
  jobs.wake();
}

type Checked = { line: number; customer: string | null; item: string | null } & (
  | { state: 'waiting' }
  | { state: 'left out'; reason: 'wrong'; problems: string }
  | { state: 'left out'; reason: 'imported'; contract: string }
);

async function checkLines(
  context: ShopContext,
  id: string,
  some: readonly {
    line: number;
    key: string | null;
    reference: string | null;
    content: ImportContent;
  }[],
): Promise<Checked[]> {
  const { database, shop } = context;
  const distinct = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  const query = distinct(some.map(({ content }) => content.email))
    .map((email) => `email:"${email}"`)
    .join(' OR ');
  const named = await context.graphql(findNamed, {
    query,
    variants: distinct(some.map(({ content }) => content.variant)).map((tail) =>
      globalIdOf('ProductVariant', tail),
    ),
    methods: distinct(some.map(({ content }) => content.method)).map((tail) =>
      globalIdOf('CustomerPaymentMethod', tail),
    ),
  });
  // A search may find more than it was asked for.
  const namedCustomers = await allNodes(
    named.customers,
    async (after) => (await context.graphql(listNamedCustomers, { query, after })).customers,
  );
  const customers = new Map(
    namedCustomers.map((customer) => [
      customer.defaultEmailAddress?.emailAddress.toLowerCase(),
      customer,
    ]),
  );
  const found = some.flatMap(({ content }) => customers.get(content.email) ?? []);
  await keepCustomers(database, shop, found);
  const customerIdOf = ({ email }: ImportContent) => {
    const customer = customers.get(email);
    return customer === undefined ? null : originalIdOf(customer.id);
  };
  const plainLines = some.filter(({ reference }) => reference === null);
  const theirs = await listImportedOf(context, {
    customers: distinct(plainLines.map(({ content }) => customerIdOf(content))),
    variants: distinct(plainLines.map(({ content }) => content.variant)),
  });
  const plainKeyOf = ({ email, variant }: ImportContent) => keyOf(shop, '', { email, variant });
  const keys = distinct([
    ...some.flatMap(({ key, content }) => [key, plainKeyOf(content)]),
    ...theirs.map(({ key }) => key),
  ]);
  const made = await database
    .select({ key: imported.key, contract: imported.contractId, toldAt: imported.toldAt })
    .from(imported)
    .where(and(eq(imported.shop, shop), sql`${imported.key} = any(${sql.param(keys)}::text[])`));
  const inFile = await database
    .select({ key: lines.key })
    .from(lines)
    .where(
      and(
        ...[eq(lines.shop, shop), eq(lines.changeId, id)],
        inArray(
          lines.key,
          made.map(({ key }) => key),
        ),
      ),
    );
  const today = dayIn(await storeTimeZoneOf(context), context.now());
  return some.map(({ line, key, reference, content }) => {
    const customer = customers.get(content.email);
    const problems: string[] = [];
    const own = made.find((one) => one.key === key);
    // What was begun may have been made before that day.
    if (content.day <= today && own === undefined) {
      problems.push(
        `next_date: ${content.day} isn’t after today. Enter the first day that Cadence shall charge.`,
      );
    }
    const customerId = customerIdOf(content);
    const ofOtherWay =
      reference === null
        ? theirs
            .filter((one) => one.customer === customerId && one.variant === content.variant)
            .map((one) => one.key)
        : [plainKeyOf(content)];
    // The line that was imported is sent along where both are meant.
    const isMade = ({ key: one }: { key: string }) =>
      ofOtherWay.includes(one) && !inFile.some((each) => each.key === one);
    if (made.some(isMade)) {
      problems.push(reference === null ? importTexts.referenceMissing : importTexts.referenceAdded);
    }
    if (customer === undefined) {
      problems.push(
        `customer_email: Your store has no customer with the email address ${content.email}. Add them in Shopify first.`,
      );
    }
    const variantId = globalIdOf('ProductVariant', content.variant);
    const variant = named.variants.find((node) => node?.id === variantId) ?? undefined;
    if (variant === undefined) {
      problems.push(`variant_id: Your store has no variant ${content.variant}.`);
    } else if (variant.product.status === 'ARCHIVED') {
      problems.push(`variant_id: ${variant.product.title} is archived. Unarchive it first.`);
    }
    if (content.method !== null) {
      const methodId = globalIdOf('CustomerPaymentMethod', content.method);
      const method = named.methods.find((node) => node?.id === methodId) ?? undefined;
      const isTheirs = method !== undefined && method.customer?.id === customer?.id;
      const advice = 'Leave it empty to import without one.';
      if (method === undefined) {
        problems.push(`payment_method_id: Shopify knows no such payment method. ${advice}`);
      } else if (customer !== undefined && !isTheirs) {
        problems.push(`payment_method_id: It’s another customer’s. ${advice}`);
      } else if (method.revokedAt !== null) {
        problems.push(`payment_method_id: It was taken back. ${advice}`);
      }
    }
    const title = variant === undefined ? null : variant.product.title;
    const isOnly = variant === undefined || variant.title === 'Default Title';
    const known = {
      line,
      customer: customerId,
      item: title && `${content.quantity} × ${title}${isOnly ? '' : `, ${variant.title}`}`,
    };
    // What was made but isn’t told yet is told by the import of this line, which makes nothing then.
    if (own?.contract != null && own.toldAt !== null) {
      return { ...known, state: 'left out', reason: 'imported', contract: own.contract };
    }
    if (problems.length === 0) return { ...known, state: 'waiting' };
    return { ...known, state: 'left out', reason: 'wrong', problems: problems.join(' ') };
  });
}

/** By what the subscriptions that were imported of some customers to some variants are known. */
async function listImportedOf(
  { database, shop }: ShopContext,
  { customers, variants }: { customers: readonly string[]; variants: readonly string[] },
) {
  return await database
    .select({
      ...{ key: imported.key, customer: contracts.customerId, variant: contractLines.variantId },
    })
    .from(contracts)
    .innerJoin(
      contractLines,
      and(eq(contractLines.shop, shop), eq(contractLines.contractId, contracts.id)),
    )
    .innerJoin(imported, and(eq(imported.shop, shop), eq(imported.contractId, contracts.id)))
    .where(
      and(
        eq(contracts.shop, shop),
        inArray(contracts.customerId, customers),
        inArray(contractLines.variantId, variants),
      ),
    );
}

async function keepChecked(
  { database, shop }: ShopContext,
  id: string,
  checked: readonly Checked[],
): Promise<void> {
  const numbers = checked.map(({ line }) => line);
  // What is left out isn't needed anymore. The bounds keep it from looking through all of the file's lines.
  await database.execute(sql`update import_line as kept
    set state = read.state, reason = read.reason, problems = read.problems, customer_id = read.customer, item = read.item,
      contract_id = read.contract, content = case when read.state = 'waiting' then kept.content end
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as read (
      line integer, state text, reason text, problems text, customer text, item text, contract text
    )
    where kept.shop = ${shop} and kept.change_id = ${id} and kept.line = read.line and kept.state = 'doing'
      and kept.line between ${Math.min(...numbers)} and ${Math.max(...numbers)}`);
}
