import { type Credentials, credentialsFor, readEnvironment } from '#process/environment.ts';

/** The app's environment, read once at its start. */
export const environment = readEnvironment(process.env);

/** The embedded-app credentials of a shop; without any the shell shows "Missing Shopify API key". */
export function credentialFor(shop: string): Credentials | undefined {
  return credentialsFor(environment, shop);
}
