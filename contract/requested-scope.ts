import { z } from 'zod';

/**
 * Answer of GET /requested-scope (specification §3, "Requested permissions"). `scope` has the names of the scopes that the store has
 * yet to grant, parted by commas, and is empty where it granted all. `url` is where it grants them, without `client_id`.
 */
export const requestedScopeSchema = z.object({ scope: z.string(), url: z.url() });
