import { z } from 'zod';

export const databaseSchema = z.enum(['PGlite', 'PostgreSQL']);
export const countSchema = z.coerce.number().int().min(1);

/** The most memory that the app may use, in MiB; PGlite runs inside the app. */
export const mostMemory = { PGlite: 400, PostgreSQL: 250 };

/** The list of selling plans, with its route's id in the project's build. */
export const screen = {
  path: '/fixed-subscription',
  routeId: 'routes/_admin.fixed-subscription._index',
};

export const smallStore = 'roast-and-ritual.myshopify.com';
export const largeStore = 'first-crack.myshopify.com';
