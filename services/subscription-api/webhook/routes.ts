import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { maximumWebhookBytes, webhookPath } from '#contract/endpoints.ts';
import { isSigned } from '#process/signature.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import type { RequestVariables } from '../http/endpoint-routes.ts';
import { notAuthorized, ServiceError } from '../service-error.ts';
import { shopContextOf } from '../shop-context.ts';
import { receiveWebhook } from './receive.ts';
import { headersSchema, namesAnotherShop, parseJson } from './signed-request.ts';

/** `POST /webhooks`: the platform's own requests. They carry a signature over the body instead of a session token. */
export function webhookRoutes(dependencies: SubscriptionApiDependencies): Hono<RequestVariables> {
  const routes = new Hono<RequestVariables>();
  const limit = bodyLimit({
    maxSize: maximumWebhookBytes,
    onError: () => {
      throw new ServiceError('too large', { message: 'The request is too large.' });
    },
  });
  routes.post(webhookPath, limit, async (context) => {
    const rawBody = await context.req.text();
    const headers = headersSchema.safeParse(context.req.header());
    if (!headers.success) throw notAuthorized(new Error("The headers are not a webhook's."));
    const { shop, topic, id, hmac, triggeredAt = dependencies.now() } = headers.data;
    const credentials = dependencies.credentialsFor(shop);
    if (credentials === undefined || !isSigned(credentials.apiSecrets, rawBody, hmac, 'base64')) {
      throw notAuthorized(new Error("The signature is not the platform's."));
    }
    const body = parseJson(rawBody);
    // The signature covers only the body, so the shop in the header must match the one in the body.
    if (namesAnotherShop(body, shop))
      throw notAuthorized(new Error('The body names another shop.'));
    const actor = shopContextOf(dependencies, shop, { logger: context.get('logger') });
    await receiveWebhook(actor, { id, topic, triggeredAt, body });
    return context.body(null, 200);
  });
  return routes;
}
