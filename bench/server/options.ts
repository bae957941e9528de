import { z } from 'zod';

export const databaseSchema = z.enum(['PGlite', 'PostgreSQL']);
export const countSchema = z.coerce.number().int().min(1);

/** The most that the app may hold in memory, in MiB; PGlite runs inside it. */
export const mostMemory = { PGlite: 400, PostgreSQL: 250 };

/** The list of selling plans, and its route in the project's build. */
export const screen = {
  path: '/fixed-subscription',
  routeId: 'routes/_admin.fixed-subscription._index',
};

export const smallStore = 'roast-and-ritual.myshopify.com';
export const largeStore = 'first-crack.myshopify.com';
