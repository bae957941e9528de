import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';
import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import type { CrashingService, Outcome } from './service.ts';
import { bodyOf, isGood, sequence, type Writer } from './writers.ts';

const path = '/subscription/selling-plan-group';
const pathOf = (id: string) => `${path}/${originalIdOf(id)}`;

/** How long a killed process still holds a key or a lock, in ms: its caller's deadline plus cleanup. */
export const claimMilliseconds = 36_000;

/** The fields of a group that the platform can't hold alone, so a crash might split them from the rest. */
const shownSchema = z.object({
  name: z.string(),
  isDynamic: z.boolean(),
  dynamicSellingPlanName: z.string(),
  recurringDiscount: z.number(),
  recurringPolicies: z.array(
    z.object({ discountType: z.string(), discountValue: z.number().default(0) }),
  ),
});

/** Every other group is usage-based; the others have a discount of their own. Only our settings tell them apart. */
function formOf(name: string, number: number): CreateSellingPlanGroup {
  const option = { interval: 'WEEK', intervalCount: 2 };
  const recurringDiscount = 5 + (number % 50);
  return createSellingPlanGroupSchema.parse(
    number % 2 === 0
      ? { name, recurringDiscount, recurringPolicies: [option] }
      : {
          name,
          isDynamic: true,
          dynamicSellingPlanName: `Usage ${number}`,
          recurringPolicies: [
            { ...option, discountType: 'PERCENTAGE', discountValue: recurringDiscount },
          ],
        },
  );
}

const shownOf = (group: unknown) => JSON.stringify(shownSchema.parse(group));

/** The group as a list and its own screen show it; null if it no longer exists. */
async function readGroup(service: CrashingService, shop: string, id: string) {
  const outcome = await service.call(shop, 'GET', pathOf(id));
  return outcome?.status === 404 ? null : bodyOf(outcome, sellingPlanGroupDetailSchema);
}

async function listGroups(service: CrashingService, shop: string, query: string) {
  const search = new URLSearchParams({
    query,
    first: '50',
    sortKey: 'CREATED_AT',
    reverse: 'true',
  });
  const outcome = await service.call(shop, 'GET', `${path}?${search}`);
  return bodyOf(outcome, sellingPlanGroupListSchema).sellingPlanGroups;
}

type GroupWriter = Writer & {
  /** Sends each unanswered write again with its key, after all claims have expired. Then each must exist exactly once. */
  finish(): Promise<string[]>;
};

/** Creates groups and deletes some of them. The platform and we must both have each group whole, and once. */
export function groupWriter(service: CrashingService, shop: string): GroupWriter {
  type Sent = { name: string; key: string; form: CreateSellingPlanGroup };
  const sent = new Map<string, Sent>();
  const acknowledged: Array<Sent & { id: string }> = [];
  const unanswered: Sent[] = [];
  const deleted: string[] = [];
  const perhapsDeleted: string[] = [];
  let count = 0;
  let checks = 0;
  const create = ({ form, key }: Sent, waits?: number) =>
    service.call(shop, 'POST', path, { body: form, key, waits });
  const acknowledge = (create: Sent, { body }: { body: unknown }) => {
    acknowledged.push({ ...create, id: sellingPlanGroupSchema.parse(body).id });
  };
  const remove = async (): Promise<Outcome> => {
    const [group] = acknowledged.splice(0, 1);
    if (group === undefined) throw new Error('There is nothing to delete.');
    const outcome = await service.call(shop, 'DELETE', pathOf(group.id));
    (isGood(outcome) ? deleted : perhapsDeleted).push(group.id);
    return outcome;
  };
  const problemsOf = async ({ id, name, form }: Sent & { id: string }) => {
    const group = await readGroup(service, shop, id);
    const isWhole = group !== null && shownOf(group) === shownOf(form);
    return isWhole ? [] : [`${name} is not as it was acknowledged: ${JSON.stringify(group)}`];
  };
  /** Checks every group that the merchant sees, acknowledged or not. */
  const listed = async () => {
    const problems: string[] = [];
    const groups = await listGroups(service, shop, 'Crash');
    for (const group of groups) {
      const form = sent.get(group.name)?.form;
      if (form === undefined || shownOf(group) !== shownOf(form)) {
        problems.push(`the list shows half of ${JSON.stringify(group)}`);
      }
    }
    const names = new Set(groups.map(({ name }) => name));
    if (names.size < groups.length) problems.push('the list shows a group twice');
    return problems;
  };
  return {
    name: 'a selling plan group',
    async write() {
      count += 1;
      if (count % 4 === 0 && acknowledged.length > 5) return await remove();
      const name = `Crash ${count}`;
      const one = { name, key: randomUUID(), form: formOf(name, count) };
      sent.set(name, one);
      const outcome = await create(one);
      if (isGood(outcome)) acknowledge(one, outcome);
      else unanswered.push(one);
      return outcome;
    },
    async check() {
      const problems = await listed();
      for (const group of acknowledged.slice(-3)) problems.push(...(await problemsOf(group)));
      for (const id of deleted.slice(-3)) {
        if ((await readGroup(service, shop, id)) !== null) problems.push(`${id} is there again`);
      }
      checks += 1;
      const last = unanswered.at(-1);
      if (checks % 10 !== 0 || last === undefined) return problems;
      // The merchant presses Save again at once: it must succeed, or ask them to try again in a moment.
      const outcome = await create(last, 2_000);
      const isBusy = outcome?.status === 503;
      if (isGood(outcome)) acknowledge(unanswered.pop() ?? last, outcome);
      else if (!isBusy) {
        problems.push(`${last.name}, sent again at once: ${JSON.stringify(outcome)}`);
      }
      return problems;
    },
    async finish() {
      const problems: string[] = [];
      for (const one of unanswered) {
        const outcome = await create(one);
        if (isGood(outcome)) acknowledge(one, outcome);
        else problems.push(`${one.name} could not be sent again: ${JSON.stringify(outcome)}`);
      }
      for (const id of perhapsDeleted) {
        const outcome = await service.call(shop, 'DELETE', pathOf(id));
        const isGone = outcome?.status === 404;
        if (!isGood(outcome) && !isGone) {
          problems.push(`${id} could not be deleted again: ${JSON.stringify(outcome)}`);
        }
      }
      const stored = await namesOnPlatform(service, shop, count);
      for (const group of acknowledged) {
        problems.push(...(await problemsOf(group)));
        if (stored.get(group.name) !== 1) {
          problems.push(`${group.name} is there ${stored.get(group.name) ?? 0} times`);
        }
      }
      if (stored.size !== acknowledged.length) {
        problems.push(`the platform has ${stored.size} groups, ${acknowledged.length} are known`);
      }
      return problems;
    },
  };
}

const namesSchema = z.object({
  data: z.object({
    sellingPlanGroups: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
  }),
});

/** The number of groups on the platform for each name, whether or not we know them. */
async function namesOnPlatform(
  { platform }: CrashingService,
  shop: string,
  count: number,
): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for (let first = 1; first <= count; first += 100) {
    const names = Array.from(
      { length: Math.min(100, count - first + 1) },
      (_, index) => `name:"Crash ${first + index}"`,
    );
    const answer = await platform.graphql(
      shop,
      'query ($query: String!) { sellingPlanGroups(first: 250, query: $query) { nodes { name } } }',
      { query: names.join(' OR ') },
    );
    for (const { name } of namesSchema.parse(answer).data.sellingPlanGroups.nodes) {
      stored.set(name, (stored.get(name) ?? 0) + 1);
    }
  }
  return stored;
}

/** Changes groups again and again. The platform and we must have the same change. */
export function groupChangeWriter(service: CrashingService, shop: string): Writer {
  type Changed = { id: string; numbers: ReturnType<typeof sequence>; restsUntil: number };
  const groups: Changed[] = [];
  const changeOf = (number: number, name: number) =>
    formOf(`Change ${name}: ${number}`, 2 * number);
  let turn = 0;
  return {
    name: 'a change of a selling plan group',
    async write() {
      // Leave a group whose change was cut off alone until its lock expires.
      turn = groups.findIndex(({ restsUntil }) => restsUntil < Date.now());
      const group = groups[turn];
      if (group === undefined) {
        const outcome = await service.call(shop, 'POST', path, {
          body: changeOf(0, groups.length),
        });
        if (!isGood(outcome)) return outcome;
        const { id } = sellingPlanGroupSchema.parse(outcome.body);
        groups.push({ id, numbers: sequence(), restsUntil: 0 });
        return outcome;
      }
      const number = group.numbers.next();
      const { recurringPolicies: _, ...change } = changeOf(number, turn);
      const current = await service.call(shop, 'GET', pathOf(group.id));
      if (!isGood(current)) return current;
      const { recurringPolicies } = sellingPlanGroupSchema.parse(current.body);
      const body = { ...change, recurringPolicies };
      const outcome = await service.call(shop, 'PATCH', pathOf(group.id), { body });
      if (isGood(outcome)) group.numbers.acknowledge(number);
      else group.restsUntil = Date.now() + claimMilliseconds;
      return outcome;
    },
    async check() {
      const problems: string[] = [];
      const shown = new Map(
        (await listGroups(service, shop, 'Change')).map((one) => [one.id, one]),
      );
      for (const [name, { id, numbers }] of groups.entries()) {
        const group = shown.get(id);
        const stored = Number(group?.name.split(': ')[1] ?? Number.NaN);
        if (group === undefined || shownOf(group) !== shownOf(changeOf(stored, name))) {
          problems.push(`the list shows half a change: ${JSON.stringify(group)}`);
          continue;
        }
        problems.push(...numbers.problems(stored));
        numbers.settle(stored);
      }
      const last = groups[turn];
      if (last === undefined) return problems;
      const detail = await readGroup(service, shop, last.id);
      if (detail === null || shownOf(detail) !== shownOf(shown.get(last.id))) {
        problems.push(`the detail shows half a change: ${JSON.stringify(detail)}`);
      }
      return problems;
    },
  };
}
