import { z } from 'zod';
import { answeredIds } from '../../idempotency/create-once.ts';
import type { ShopContext } from '../../shop-context.ts';
import { newestProfiles } from './documents.ts';

/** The profiles with a name that apps had created before this create. */
export const beforeSchema = z.object({ name: z.string(), ids: z.array(z.string()) });
export type Before = z.infer<typeof beforeSchema>;

/** Profiles with the name that an app created. A person's are never among them. */
async function madeByApps(context: ShopContext, name: string): Promise<string[]> {
  const { all, merchants } = await context.graphql(newestProfiles, {});
  const byPeople = new Set(merchants.nodes.map(({ id }) => id));
  return all.nodes
    .filter((profile) => profile.name === name && !byPeople.has(profile.id))
    .map(({ id }) => id);
}

/** Read before a create, to recognize its profile if the answer is lost. */
export async function lookBefore(context: ShopContext, name: string): Promise<Before> {
  return { name, ids: await madeByApps(context, name) };
}

/**
 * The profile of a create whose answer was lost: an app created it with that name, it wasn't there before, and no other create returned it. Profiles
 * have no code that could identify the create. Null if there is none.
 */
export async function findMade(context: ShopContext, before: Before): Promise<string | null> {
  const ids = (await madeByApps(context, before.name)).filter((id) => !before.ids.includes(id));
  const answered = await answeredIds(context, ids);
  return ids.find((id) => !answered.has(id)) ?? null;
}
