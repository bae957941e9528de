import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { magicLinkSchema } from '#contract/magic-link.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { productListSchema } from '#contract/product.ts';
import { proposedVendorSchema } from '#contract/proposed-vendor.ts';
import { rotationSchema } from '#contract/rotation.ts';
import {
  createSellingPlanGroupSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { vendorSchema } from '#contract/vendor.ts';
import { listedChangesSchema } from '#contract/vendor-settings.ts';
import type { CrashingService, Outcome } from './service.ts';

/** Somebody who writes one thing after the other, remembers what was acknowledged, and looks after a crash. */
export type Writer = {
  name: string;
  /** Sends the next write; answers what came of it. */
  write(): Promise<Outcome>;
  /** What is wrong with what is stored now; empty where everything is right. Called after each start. */
  check(): Promise<string[]>;
};

/** Whether a write was acknowledged. */
export const isGood = (outcome: Outcome): outcome is { status: number; body: unknown } =>
  outcome !== null && outcome.status < 300;

/** The body of an answer that must have come. */
function bodyOf<Output>(outcome: Outcome, schema: z.ZodType<Output>): Output {
  if (!isGood(outcome)) throw new Error(`Could not be read: ${JSON.stringify(outcome)}`);
  return schema.parse(outcome.body);
}

/** Counts writes: what is stored must be one that was sent, and none before the last that was acknowledged. */
function sequence() {
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
    /** A write that was on its way may count as done from now on. */
    settle: (stored: number) => {
      acknowledged = Math.max(acknowledged, stored);
    },
  };
}

/** A setting and its line in the history: both or neither. */
export function settingWriter(service: CrashingService, shop: string): Writer {
  const numbers = sequence();
  return {
    name: 'a setting with its history',
    async write() {
      const daysBeforeReminder = numbers.next() + 10;
      const outcome = await service.call(shop, 'PATCH', '/vendor/settings', {
        body: { daysBeforeReminder },
      });
      if (isGood(outcome)) numbers.acknowledge(daysBeforeReminder - 10);
      return outcome;
    },
    async check() {
      const vendor = bodyOf(await service.call(shop, 'GET', '/vendor'), vendorSchema);
      const stored = vendor.daysBeforeReminder - 10;
      if (stored < 0) return [];
      const problems = numbers.problems(stored);
      const { changes } = bodyOf(
        await service.call(shop, 'GET', '/vendor/settings/changes'),
        listedChangesSchema,
      );
      const last = changes.find(({ setting }) => setting === 'daysBeforeReminder');
      if (last?.to !== vendor.daysBeforeReminder) {
        problems.push(
          `the history ends at ${last?.to}, the setting is ${vendor.daysBeforeReminder}`,
        );
      }
      numbers.settle(stored);
      return problems;
    },
  };
}

/** The things in an order that no other number close by has. */
function permutation(things: readonly string[], number: number): string[] {
  const left = [...things];
  let rest = number;
  return things.map((_, index) => {
    const place = rest % (things.length - index);
    rest = Math.floor(rest / (things.length - index));
    return left.splice(place, 1)[0] ?? '';
  });
}

/** A rotation and the products that it names: both or neither. */
export function rotationWriter(
  service: CrashingService,
  shop: string,
  ownerId: string,
  productIds: readonly string[],
): Writer {
  const numbers = sequence();
  // Which order a write had, by its number; the version says which one is stored.
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

/** A sign-up: name, email and notes of one and the same. */
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

/** Magic links: one that was handed out opens once, and only once, whatever crashes in between. */
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
      // Every other one is opened before the crash.
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

const groupNames = z.object({
  sellingPlanGroups: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
});

export type GroupWriter = Writer & {
  /** Sends everything again that got no answer, with its key; then each is there once. Called at the end. */
  finish(): Promise<string[]>;
};

/** Selling plan groups, kept by the platform and by us: whole on both sides, and once each. */
export function groupWriter(service: CrashingService, shop: string): GroupWriter {
  type Sent = { name: string; key: string };
  const acknowledged: Array<Sent & { id: string }> = [];
  const unanswered: Sent[] = [];
  let count = 0;
  const path = '/subscription/selling-plan-group';
  const bodyFor = (name: string) =>
    createSellingPlanGroupSchema.parse({
      name,
      recurringDiscount: 5,
      recurringPolicies: [{ interval: 'WEEK', intervalCount: 2 }],
    });
  const create = ({ name, key }: Sent) =>
    service.call(shop, 'POST', path, { body: bodyFor(name), key });
  const isWhole = async (id: string, name: string) => {
    const group = bodyOf(
      await service.call(shop, 'GET', `${path}/${originalIdOf(id)}`),
      sellingPlanGroupSchema,
    );
    // Our own settings say that the discount is the group's; without them it would be read as the option's.
    return group.name === name && group.recurringDiscount === 5;
  };
  return {
    name: 'a selling plan group',
    async write() {
      count += 1;
      const sent = { name: `Crash ${count}`, key: randomUUID() };
      const outcome = await create(sent);
      if (!isGood(outcome)) {
        unanswered.push(sent);
        return outcome;
      }
      const { id } = sellingPlanGroupSchema.parse(outcome.body);
      acknowledged.push({ ...sent, id });
      return outcome;
    },
    async check() {
      const problems: string[] = [];
      for (const { id, name } of acknowledged.slice(-3)) {
        if (!(await isWhole(id, name))) problems.push(`${name} is not as it was acknowledged`);
      }
      return problems;
    },
    async finish() {
      const problems: string[] = [];
      for (const sent of unanswered) {
        const outcome = await create(sent);
        if (!isGood(outcome))
          problems.push(`${sent.name} could not be sent again: ${JSON.stringify(outcome)}`);
        else acknowledged.push({ ...sent, id: sellingPlanGroupSchema.parse(outcome.body).id });
      }
      const stored = new Map<string, number>();
      for (let first = 1; first <= count; first += 100) {
        const names = Array.from(
          { length: Math.min(100, count - first + 1) },
          (_, index) => `name:"Crash ${first + index}"`,
        );
        const { data } = z
          .object({ data: z.unknown() })
          .parse(
            await service.platform.graphql(
              shop,
              'query ($query: String!) { sellingPlanGroups(first: 250, query: $query) { nodes { name } } }',
              { query: names.join(' OR ') },
            ),
          );
        for (const { name } of groupNames.parse(data).sellingPlanGroups.nodes) {
          stored.set(name, (stored.get(name) ?? 0) + 1);
        }
      }
      for (const { id, name } of acknowledged) {
        if (!(await isWhole(id, name))) problems.push(`${name} is not whole`);
        if (stored.get(name) !== 1)
          problems.push(`${name} is there ${stored.get(name) ?? 0} times`);
      }
      return problems;
    },
  };
}
