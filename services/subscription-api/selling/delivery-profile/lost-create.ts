import { z } from 'zod';
import { answeredIds } from '../../idempotency/create-once.ts';
import type { ShopContext } from '../../shop-context.ts';
import { newestProfiles } from './documents.ts';

/** The profiles of a name that apps had made before a create. */
export const beforeSchema = z.object({ name: z.string(), ids: z.array(z.string()) });
export type Before = z.infer<typeof beforeSchema>;

/** Profiles of the name that an app made; one that a person made is never among them. */
async function madeByApps(context: ShopContext, name: string): Promise<string[]> {
  const { all, merchants } = await context.graphql(newestProfiles, {});
  const byPeople = new Set(merchants.nodes.map(({ id }) => id));
  return all.nodes
    .filter((profile) => profile.name === name && !byPeople.has(profile.id))
    .map(({ id }) => id);
}

/** What must be known before a create, so that its work can be told from all else if its answer is lost. */
export async function lookBefore(context: ShopContext, name: string): Promise<Before> {
  return { name, ids: await madeByApps(context, name) };
}

/**
 * The profile that a create made although its answer was lost: of the name, made by an app, not there before, and not the
 * answer of another create. Profiles have no code that could name the create. Null where there is none.
 */
export async function findMade(context: ShopContext, before: Before): Promise<string | null> {
  const ids = (await madeByApps(context, before.name)).filter((id) => !before.ids.includes(id));
  const answered = await answeredIds(context, ids);
  return ids.find((id) => !answered.has(id)) ?? null;
}
