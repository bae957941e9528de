import { z } from 'zod';
import { missingKeyTexts } from './integration-texts.ts';

/** The services that a store can be connected to; any other is a 404. */
export const integrationServiceSchema = z.enum(['shipstation'], {
  error: 'There is no such integration',
});

export type IntegrationService = z.infer<typeof integrationServiceSchema>;

const maximumKeyLength = 255;
const tooLong = `This can have at most ${maximumKeyLength} characters`;

/** Removes white space and invisible characters. They get copied along with a key, and nobody would see them. */
const withoutUnseen = (key: string) => key.replaceAll(/[\s\p{Cf}\p{Cc}]+/gu, '');

function required(message: string) {
  return z
    .string({ error: message })
    .overwrite(withoutUnseen)
    .min(1, message)
    .max(maximumKeyLength, tooLong);
}

/** Body of POST /vendor/integrations (specification §3, "Shipping integration payload", §5). */
export const connectIntegrationSchema = z.object({
  shipstation: z.object({
    key: required(missingKeyTexts['shipstation.key']),
    secret: required(missingKeyTexts['shipstation.secret']),
  }),
});

export type ConnectIntegration = z.infer<typeof connectIntegrationSchema>;

/**
 * A connected account, without its keys. `lastCheckedAt` is when the service last took them; keys that aren't readable were
 * encrypted with a key that the app has no more, and must be entered again.
 */
const integrationSchema = z.object({
  service: integrationServiceSchema,
  accountName: z.string(),
  areKeysReadable: z.boolean(),
  connectedAt: z.iso.datetime(),
  lastCheckedAt: z.iso.datetime(),
});

export type Integration = z.infer<typeof integrationSchema>;

/** Answer of GET and POST /vendor/integrations: every connected account. `timeZone` is the store's (IANA). */
export const integrationListSchema = z.object({
  integrations: z.array(integrationSchema),
  timeZone: z.string(),
});

export type IntegrationList = z.infer<typeof integrationListSchema>;
