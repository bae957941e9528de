import { randomUUID } from 'node:crypto';
import { getHmac } from '@shopify/shopify-api/test-helpers';
import { apiPrefix, webhookPath } from '#contract/endpoints.ts';
import { type Caller, firstCrack } from './service-in-test.ts';

/** Sends a webhook as the platform does, and returns the answer's status. */
export async function sendWebhook(
  service: Caller,
  topic: string,
  body: unknown,
  options: { id?: string; secret?: string; shop?: string; triggeredAt?: Date } = {},
): Promise<number> {
  const { shop = firstCrack, triggeredAt = new Date() } = options;
  const text = JSON.stringify(body);
  const answer = await service.request(apiPrefix + webhookPath, {
    method: 'POST',
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Hmac-Sha256': getHmac(text, options.secret ?? 'api-secret'),
      'X-Shopify-Shop-Domain': shop,
      'X-Shopify-Topic': topic,
      'X-Shopify-Webhook-Id': options.id ?? randomUUID(),
      'X-Shopify-API-Version': '2026-10',
      'X-Shopify-Triggered-At': triggeredAt.toISOString(),
    },
  });
  return answer.status;
}
