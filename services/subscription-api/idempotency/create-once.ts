import { createHash } from 'node:crypto';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { leaseMilliseconds } from '../deadline.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { type Lease, leaseLeft, takeLease } from '../store/lease.ts';
import { idempotencyKeyTable } from '../store/schema.ts';

/** Default for a caller that doesn't say how long it waits, in ms. */
const longestCreate = 180_000;
const pollMilliseconds = 100;
const maximumPolls = 300;

type IdempotentCreate<Answer> = {
  /** A key that was used for another operation is refused. */
  operation: string;
  key: string;
  body: unknown;
  parseAnswer: (stored: unknown) => Answer;
  create: (attempt: Attempt) => Promise<Answer>;
};

export type Attempt = {
  /** Whether an earlier attempt with this key ended with an unknown outcome. */
  isRepeat: boolean;
  /** The value that an earlier attempt remembered, or null. */
  before: unknown;
  remember: (before: unknown) => Promise<void>;
};

const alreadySubmitted =
  'You already submitted this with different values. Reload the page to see what was saved.';
const underWay = 'We’re still working on what you submitted. Please try again in a moment.';

function ofKey(shop: string, key: string) {
  return and(eq(idempotencyKeyTable.shop, shop), eq(idempotencyKeyTable.key, key));
}

type Outcome = { lease: Lease; isRepeat: boolean; before: unknown } | { stored: unknown };
type Request = Pick<IdempotentCreate<unknown>, 'key' | 'operation'> & { requestHash: string };

/** Returns the attempt to make for the owner of the key's lease, or the stored answer; null while another process is at it. */
async function lookUp(
  { database, shop }: ShopContext,
  { key, operation, requestHash }: Request,
  lease: Lease | null,
): Promise<Outcome | null> {
  if (lease !== null) {
    const inserted = await database
      .insert(idempotencyKeyTable)
      .values({ shop, key, operation, requestHash })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeyTable.key });
    if (inserted.length > 0) return { lease, isRepeat: false, before: null };
  }
  const [row] = await database.select().from(idempotencyKeyTable).where(ofKey(shop, key));
  if (row === undefined) return null;
  // Even after a success: a value that one operation remembered means nothing to another.
  if (row.operation !== null && row.operation !== operation) {
    throw new ServiceError('conflict', { message: alreadySubmitted });
  }
  if (row.response !== null) {
    if (row.requestHash !== requestHash)
      throw new ServiceError('conflict', { message: alreadySubmitted });
    return { stored: row.response };
  }
  if (lease === null) return null;
  await database.update(idempotencyKeyTable).set({ requestHash }).where(ofKey(shop, key));
  return { lease, isRepeat: true, before: row.before };
}

/** Takes the key or returns its stored answer. The first request gets the lease; the others wait for its answer, or for the lease to run out. */
async function claimOrAnswer(context: ShopContext, request: Request): Promise<Outcome> {
  const { database, shop, wait, deadline } = context;
  const name = { shop, name: `idempotency key ${request.key}` };
  for (let polls = 0; polls < maximumPolls && deadline?.left() !== 0; polls += 1) {
    const lease = await takeLease(database, name, () => leaseMilliseconds(deadline, longestCreate));
    let outcome: Outcome | null = null;
    try {
      outcome = await lookUp(context, request, lease);
    } finally {
      if (outcome === null || 'stored' in outcome) await lease?.end();
    }
    if (outcome !== null) return outcome;
    await wait(pollMilliseconds);
  }
  const again = await leaseLeft(database, name);
  throw new ServiceError('unavailable', { message: underWay }, undefined, again);
}

/**
 * Carries out a create once per key and shop. A refusal (validation, authorisation) frees the key, so that the corrected form can use it again. After
 * an unknown outcome (the platform failed midway) the key stays taken, and every later attempt is told to look first. A refused repeat doesn't free
 * it, because it may have been refused before it looked.
 */
export async function createOnce<Answer>(
  context: ShopContext,
  request: IdempotentCreate<Answer>,
): Promise<Answer> {
  const { operation, key, body } = request;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([operation, body]))
    .digest('hex');
  const outcome = await claimOrAnswer(context, { key, operation, requestHash });
  if ('stored' in outcome) return request.parseAnswer(outcome.stored);

  const { lease, isRepeat, before } = outcome;
  const mine = ofKey(context.shop, key);
  let answer: Answer;
  try {
    answer = await request.create({
      isRepeat,
      before,
      remember: async (before) => {
        const isKept = await lease.keep(async (transaction) => {
          await transaction.update(idempotencyKeyTable).set({ before }).where(mine);
        });
        if (!isKept) throw new ServiceError('unavailable', { message: underWay });
      },
    });
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.isRefusal;
    const forget = async (transaction: Database) => {
      await transaction.delete(idempotencyKeyTable).where(mine);
    };
    await lease.end(isRefused && !isRepeat ? forget : undefined).catch((failure: unknown) => {
      // The lease runs out by itself. The caller needs to hear why the create failed.
      context.logger.error({ error: failure }, 'could not free an idempotency key');
    });
    throw error;
  }
  await lease.end(async (transaction) => {
    await transaction.update(idempotencyKeyTable).set({ response: answer }).where(mine);
  });
  return answer;
}

/** Those of the ids that an earlier create of the shop returned. */
export async function answeredIds(
  { database, shop }: ShopContext,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql<string>`${idempotencyKeyTable.response} ->> 'id'`;
  const rows = await database
    .select({ id })
    .from(idempotencyKeyTable)
    .where(and(eq(idempotencyKeyTable.shop, shop), inArray(id, [...ids])));
  return new Set(rows.map((row) => row.id));
}

/** Deletes keys older than a week, since no form stays open that long. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await database
    .delete(idempotencyKeyTable)
    .where(lt(idempotencyKeyTable.createdAt, sql`now() - interval '7 days'`));
}
