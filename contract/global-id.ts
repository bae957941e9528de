import { z } from 'zod';

export { globalIdOf, originalIdOf } from './original-id.ts';

/** A platform global id, such as `gid://shopify/SellingPlanGroup/42`. */
export const globalIdSchema = z.string().regex(/^gid:\/\/shopify\/[A-Za-z]+\/[^/]+$/, 'Invalid id');

/** The global id of a type, for the compiler. */
export type GlobalId<Type extends string> = `gid://shopify/${Type}/${string}`;
