import { createHmac, randomUUID } from 'node:crypto';
import { timestampOf } from '../graphql/context.ts';
import { apiVersion } from '../graphql/schema.ts';
import type { Customer } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Platform } from './platform.ts';

export const webhookTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const;
export type WebhookTopic = (typeof webhookTopics)[number];
/** Sent by what happened to one record, and never by itself. */
type RecordTopic = 'orders/delete';

/** One message to the app. Sending it again keeps its id, its time and its body. */
type Message = {
  id: string;
  eventId: string;
  shop: string;
  topic: WebhookTopic | RecordTopic;
  triggeredAt: string;
  body: string;
};

/** How a message fared: the app's status, or null where it could not be reached. */
export type Delivery = Pick<Message, 'id' | 'shop' | 'topic' | 'triggeredAt'> & {
  status: number | null;
};

/** The platform waits this long for an answer. */
const deadlineMilliseconds = 5_000;
const rememberedMessages = 50;

function bodyOf(topic: WebhookTopic, store: Store, customer: Customer | undefined, now: Date) {
  const { shop, domain } = store;
  const named = { shop_id: shop.id, shop_domain: domain };
  const person = customer && {
    customer: { id: customer.id, email: customer.email, phone: customer.phone },
  };
  const orders = store.tables.orders
    .all()
    .filter((order) => customer !== undefined && order.customerId === customer.id)
    .map((order) => order.id);
  switch (topic) {
    case 'app/uninstalled':
      return {
        id: shop.id,
        name: shop.name,
        email: shop.email,
        domain,
        myshopify_domain: domain,
        currency: shop.currencyCode,
        iana_timezone: shop.timezone,
        shop_owner: shop.ownerName,
      };
    case 'app/scopes_update':
      return {
        id: 1,
        previous: shop.previousScopes,
        current: shop.grantedScopes,
        updated_at: timestampOf(now),
      };
    case 'customers/data_request':
      return { ...named, orders_requested: orders, ...person, data_request: { id: 1 } };
    case 'customers/redact':
      return { ...named, ...person, orders_to_redact: orders };
    case 'shop/redact':
      return named;
  }
}

/** Sends the platform's webhooks to the app's `/webhooks`, signed with the app's secret. Remembers the latest. */
export class Webhooks {
  readonly #platform: Platform;
  readonly #messages = new Map<string, { message: Message; status: number | null }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The latest deliveries of a shop, or of all, newest first. */
  deliveries(shop?: string): Delivery[] {
    return [...this.#messages.values()]
      .filter(({ message }) => shop === undefined || message.shop === shop)
      .map(({ message: { id, topic, triggeredAt, ...message }, status }) => ({
        id,
        shop: message.shop,
        topic,
        triggeredAt,
        status,
      }))
      .reverse();
  }

  /** Sends a message about the store, and for the two topics about a customer about that one, or the store's first. */
  async send(store: Store, topic: WebhookTopic, customerId?: number): Promise<Delivery> {
    const { customers } = store.tables;
    const customer = customerId === undefined ? customers.all()[0] : customers.get(customerId);
    const body = bodyOf(topic, store, customer, this.#platform.clock.now());
    return await this.#deliver(store, this.#messageOf(store, topic, body));
  }

  /** Tells that an order was deleted: its id is all that the platform says. */
  async sendOrderDeleted(store: Store, id: number): Promise<Delivery> {
    return await this.#deliver(store, this.#messageOf(store, 'orders/delete', { id }));
  }

  /** Sends a message once more, as the platform does when it got no answer; null for an id that was never sent. */
  async sendAgain(store: Store, id: string): Promise<Delivery | null> {
    const known = this.#messages.get(id);
    return known?.message.shop === store.domain ? await this.#deliver(store, known.message) : null;
  }

  forget(): void {
    this.#messages.clear();
  }

  #messageOf(store: Store, topic: Message['topic'], body: object): Message {
    return {
      id: randomUUID(),
      eventId: randomUUID(),
      shop: store.domain,
      topic,
      triggeredAt: this.#platform.clock.now().toISOString(),
      body: JSON.stringify(body),
    };
  }

  async #deliver(store: Store, message: Message): Promise<Delivery> {
    const { apiSecret, url } = this.#platform.appOf(store);
    const { id, shop, topic, triggeredAt, body } = message;
    let status: number | null = null;
    try {
      const response = await fetch(new URL('/webhooks', url), {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Shopify-Captain-Hook',
          'X-Shopify-API-Version': apiVersion,
          'X-Shopify-Event-Id': message.eventId,
          'X-Shopify-Hmac-Sha256': createHmac('sha256', apiSecret).update(body).digest('base64'),
          'X-Shopify-Shop-Domain': shop,
          'X-Shopify-Topic': topic,
          'X-Shopify-Triggered-At': triggeredAt,
          'X-Shopify-Webhook-Id': id,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMilliseconds),
      });
      status = response.status;
      await response.body?.cancel();
    } catch (error) {
      this.#platform.logger.warn({ err: error, topic, shop }, 'a webhook reached nobody');
    }
    this.#messages.set(id, { message, status });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > rememberedMessages && oldest !== undefined) {
      this.#messages.delete(oldest);
    }
    return { id, shop, topic, triggeredAt, status };
  }
}
