import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** The smallest possible question, which the store answers only while the app is installed. */
export const askForInstallation = operation<Record<string, never>>()(
  'query Installation { currentAppInstallation { id } }',
  z.object({ currentAppInstallation: z.object({ id: z.string() }) }),
);
