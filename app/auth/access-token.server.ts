import { platformAppFor } from './shopify.server.ts';

/** Drops the shop's stored access token, so that the next request exchanges its session token for a new one. */
export async function dropAccessToken(shop: string): Promise<void> {
  await platformAppFor(shop)?.sessionStorage.deleteSession(`offline_${shop}`);
}
