import type { z } from 'zod';
import { magicLinkSchema } from '#contract/magic-link.ts';
import { productListSchema } from '#contract/product.ts';
import { proposedVendorSchema } from '#contract/proposed-vendor.ts';
import { rotationSchema } from '#contract/rotation.ts';
import { vendorSchema } from '#contract/vendor.ts';
import { listedChangesSchema } from '#contract/vendor-settings.ts';
import type { CrashingService, Outcome } from './service.ts';

/** Makes one write after another, remembers the acknowledged ones, and checks them after a crash. */
export type Writer = {
  name: string;
  write(): Promise<Outcome>;
  /** Problems in the stored data. Called after each start. */
  check(): Promise<string[]>;
};

export const isGood = (outcome: Outcome): outcome is { status: number; body: unknown } =>
  outcome !== null && outcome.status < 300;

/** The body of an answer that must have come. */
export function bodyOf<Output>(outcome: Outcome, schema: z.ZodType<Output>): Output {
  if (!isGood(outcome)) throw new Error(`Could not be read: ${JSON.stringify(outcome)}`);
  return schema.parse(outcome.body);
}

/** Numbers writes. The stored write must have been sent, and must not be older than the last acknowledged one. */
export function sequence() {
  let sent = 0;
  let acknowledged = 0;
  return {
    next: () => {
      sent += 1;
      return sent;
    },
    acknowledge: (number: number) => {
      acknowledged = number;
    },
    problems: (stored: number) => {
      const found = stored < acknowledged ? [`lost ${acknowledged}, found ${stored}`] : [];
      return stored > sent ? [...found, `found ${stored}, which was never sent`] : found;
    },
    /** Counts an unacknowledged write as done once it was found stored. */
    settle: (stored: number) => {
      acknowledged = Math.max(acknowledged, stored);
    },
  };
}

/** Writes a setting with its line in the history: both must be stored, or neither. */
export function settingWriter(service: CrashingService, shop: string): Writer {
  const numbers = sequence();
  return {
    name: 'a setting with its history',
    async write() {
      const number = numbers.next();
      const outcome = await service.call(shop, 'PATCH', '/vendor/settings', {
        body: { replyToEmail: `${number}@example.com`, useNoReply: false },
      });
      if (isGood(outcome)) numbers.acknowledge(number);
      return outcome;
    },
    async check() {
      const vendor = bodyOf(await service.call(shop, 'GET', '/vendor'), vendorSchema);
      const stored = Number.parseInt(vendor.replyToEmail ?? '0', 10);
      const problems = numbers.problems(stored);
      const { changes } = bodyOf(
        await service.call(shop, 'GET', '/vendor/settings/changes'),
        listedChangesSchema,
      );
      const last = changes.find(({ setting }) => setting === 'replyToEmail');
      if ((last?.to ?? null) !== vendor.replyToEmail) {
        problems.push(`the history ends at ${last?.to}, the setting is ${vendor.replyToEmail}`);
      }
      numbers.settle(stored);
      return problems;
    },
  };
}

/** An order of the products that differs from the orders of nearby numbers. */
function permutation(things: readonly string[], number: number): string[] {
  const left = [...things];
  let rest = number;
  return things.map((_, index) => {
    const place = rest % (things.length - index);
    rest = Math.floor(rest / (things.length - index));
    return left.splice(place, 1)[0] ?? '';
  });
}

/** Writes a rotation with its products: both must be stored, or neither. */
export function rotationWriter(
  service: CrashingService,
  shop: string,
  ownerId: string,
  productIds: readonly string[],
): Writer {
  const numbers = sequence();
  // The product order of each write by its number; the stored version tells which write it is.
  const orders = new Map<number, string[]>();
  const path = `/products/shopify/${ownerId}/rotation`;
  return {
    name: 'a rotation with its products',
    async write() {
      const number = numbers.next();
      const order = permutation(productIds, number);
      orders.set(number, order);
      const outcome = await service.call(shop, 'PATCH', path, { body: { products: order } });
      if (isGood(outcome)) numbers.acknowledge(number);
      return outcome;
    },
    async check() {
      const { payload } = bodyOf(await service.call(shop, 'GET', path), rotationSchema);
      const stored = payload.products.map(({ product }) => product.original_id);
      if (orders.size === 0) return [];
      const text = JSON.stringify(stored);
      const candidates = [...orders].filter(([, order]) => JSON.stringify(order) === text);
      const newest = candidates.at(-1)?.[0] ?? 0;
      const isUnknown = newest === 0 && stored.length > 0;
      const problems = isUnknown
        ? [`an order that nobody sent: ${text}`]
        : numbers.problems(newest);
      const { products } = bodyOf(await service.call(shop, 'GET', '/products'), productListSchema);
      const kept = products.map((product) => product.original_id).sort();
      if (JSON.stringify(kept) !== JSON.stringify([...stored].sort())) {
        problems.push(`stored products ${kept} beside the rotation ${stored}`);
      }
      numbers.settle(newest);
      return problems;
    },
  };
}

/** Writes a sign-up: name, email and notes must come from the same write. */
export function signUpWriter(service: CrashingService, shop: string): Writer {
  const numbers = sequence();
  return {
    name: 'a sign-up',
    async write() {
      const number = numbers.next();
      const body = { name: `Ada ${number}`, email: `ada${number}@a.example`, notes: `${number}` };
      const outcome = await service.call(shop, 'POST', '/proposed-vendor', { body });
      if (isGood(outcome)) numbers.acknowledge(number);
      return outcome;
    },
    async check() {
      const { name, email, notes } = bodyOf(
        await service.call(shop, 'GET', '/proposed-vendor'),
        proposedVendorSchema,
      );
      const stored = Number(notes === '' ? 0 : notes);
      const problems = numbers.problems(stored);
      if (stored > 0 && (name !== `Ada ${stored}` || email !== `ada${stored}@a.example`)) {
        problems.push(`a mixture: ${name}, ${email}, ${notes}`);
      }
      numbers.settle(stored);
      return problems;
    },
  };
}

/** Checks that a magic link opens exactly once, whatever crashes in between. */
export function linkWriter(service: CrashingService, shop: string): Writer {
  const fresh: string[] = [];
  const used: string[] = [];
  const open = (token: string) =>
    service.call(null, 'POST', '/portal/session', { body: { token, userAgent: 'Crash' } });
  return {
    name: 'a magic link',
    async write() {
      const outcome = await service.call(shop, 'POST', '/vendor/magic-link', {
        body: { path: '/' },
      });
      if (!isGood(outcome)) return outcome;
      const { url } = magicLinkSchema.parse(outcome.body);
      const token = new URL(url).searchParams.get('token') ?? '';
      if (fresh.length % 2 === 0) fresh.push(token);
      else if (isGood(await open(token))) used.push(token);
      return outcome;
    },
    async check() {
      const problems: string[] = [];
      for (const token of fresh.splice(0)) {
        if (!isGood(await open(token))) problems.push('a link that was handed out opens nothing');
        else used.push(token);
      }
      for (const token of used.splice(0).slice(-3)) {
        if (isGood(await open(token))) problems.push('a link opened twice');
      }
      return problems;
    },
  };
}
