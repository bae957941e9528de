import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** Asks the store for nothing but an answer, which it gives to who is installed. */
export const askForInstallation = operation<Record<string, never>>()(
  'query Installation { currentAppInstallation { id } }',
  z.object({ currentAppInstallation: z.object({ id: z.string() }) }),
);
