import { z } from 'zod';

/** The headers of a webhook, names in lower case. */
export const headersSchema = z
  .object({
    'x-shopify-shop-domain': z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/),
    'x-shopify-topic': z.string().min(1).max(100),
    'x-shopify-webhook-id': z.string().min(1).max(100),
    'x-shopify-hmac-sha256': z.string().min(1).max(100),
    'x-shopify-triggered-at': z.coerce.date().optional(),
  })
  .transform((headers) => ({
    shop: headers['x-shopify-shop-domain'],
    topic: headers['x-shopify-topic'],
    id: headers['x-shopify-webhook-id'],
    hmac: headers['x-shopify-hmac-sha256'],
    triggeredAt: headers['x-shopify-triggered-at'],
  }));

const namesSchema = z.object({
  shop_domain: z.string().optional(),
  myshopify_domain: z.string().optional(),
});

/** Whether the body names another shop than the header does. */
export function namesAnotherShop(body: unknown, shop: string): boolean {
  const names = namesSchema.safeParse(body);
  if (!names.success) return false;
  const named = names.data.myshopify_domain ?? names.data.shop_domain;
  return named !== undefined && named !== shop;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
