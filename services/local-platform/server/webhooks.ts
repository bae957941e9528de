import { createHmac, randomUUID } from 'node:crypto';
import { timestampOf } from '../graphql/context.ts';
import { apiVersion } from '../graphql/schema.ts';
import type { AnnouncedTopic } from '../graphql/webhook-topics.ts';
import type { Customer } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Platform } from './platform.ts';
import { WebhookFaults } from './webhook-faults.ts';

export const webhookTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const;
export type WebhookTopic = (typeof webhookTopics)[number];

/** A webhook. Repeating it keeps its id, time and body. */
type Message = {
  id: string;
  eventId: string;
  shop: string;
  topic: WebhookTopic | AnnouncedTopic;
  triggeredAt: string;
  body: string;
};

/** A delivery and the app's status; null if the app couldn't be reached. */
export type Delivery = Pick<Message, 'id' | 'shop' | 'topic' | 'triggeredAt'> & {
  status: number | null;
};

/** How long the platform waits for an answer, in ms. */
const deadlineMilliseconds = 5_000;
const rememberedMessages = 50;
const minute = 60_000;
/** The pause before each further try, in ms. The platform documents 8 tries within 4 hours; the single pauses are our own. */
const waits = [1 / 6, 1 / 2, 2, 5, 15, 30, 60, 120].map((minutes) => minutes * minute);

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

/**
 * Sends webhooks to the app's `/webhooks`, signed with its secret, and remembers the latest. Announced webhooks wait in their store's outbox.
 * They go out by product time, one after another, and again if the app doesn't answer 2xx in time.
 */
export class Webhooks {
  readonly faults = new WebhookFaults();
  readonly #platform: Platform;
  readonly #messages = new Map<string, { message: Message; status: number | null }>();
  /** The end of each store's queue of deliveries, by domain. */
  readonly #outboxes = new Map<string, Promise<unknown>>();
  /** Counts resets; messages from before a reset are dropped. */
  #life = 0;

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

  /** Sends a webhook. A topic about a customer uses the store's first customer by default. */
  async send(store: Store, topic: WebhookTopic, customerId?: number): Promise<Delivery> {
    const { customers } = store.tables;
    const customer = customerId === undefined ? customers.all()[0] : customers.get(customerId);
    const body = bodyOf(topic, store, customer, this.#platform.clock.now());
    return await this.#deliver(store, this.#messageOf(store, topic, body));
  }

  /** Announces a change without waiting for the delivery. Does nothing in a store without the app. */
  announce(store: Store, topic: AnnouncedTopic, body: object): void {
    if (!store.shop.installed) return;
    const message = this.#messageOf(store, topic, body);
    const now = this.#platform.clock.now().getTime();
    for (const delay of this.faults.delaysOf(message)) {
      this.#scheduleTry(store, message, now + delay, 0);
    }
  }

  /** Schedules one try of a message at a time in ms since 1970. After a failure, schedules the next. */
  #scheduleTry(store: Store, message: Message, at: number, failed: number): void {
    const { clock } = this.#platform;
    const life = this.#life;
    clock.schedule(new Date(at), () => {
      const tried = (this.#outboxes.get(store.domain) ?? Promise.resolve()).then(async () => {
        if (life !== this.#life || !store.shop.installed) return;
        const { status } = await this.#deliver(store, message);
        const wait = waits[failed];
        const isTaken = status !== null && status >= 200 && status < 300;
        if (isTaken || wait === undefined || life !== this.#life) return;
        this.#scheduleTry(store, message, clock.now().getTime() + wait, failed + 1);
      });
      this.#outboxes.set(store.domain, tried);
      return tried;
    });
  }

  /** Repeats a webhook, like the platform after a lost answer; null for an unknown id. */
  async sendAgain(store: Store, id: string): Promise<Delivery | null> {
    const known = this.#messages.get(id);
    return known?.message.shop === store.domain ? await this.#deliver(store, known.message) : null;
  }

  /** Drops announced webhooks and faults, and forgets sent ones. */
  forget(): void {
    this.#life += 1;
    this.faults.clear();
    this.#outboxes.clear();
    this.#messages.clear();
  }

  #messageOf(store: Store, topic: Message['topic'], body: object): Message {
    const { clock, machineClock } = this.#platform;
    // Topics about tokens use the tokens' clock, because the app compares the times.
    const now = (topic.startsWith('app/') ? machineClock : clock).now();
    return {
      id: randomUUID(),
      eventId: randomUUID(),
      shop: store.domain,
      topic,
      triggeredAt: now.toISOString(),
      body: JSON.stringify(body),
    };
  }

  async #deliver(store: Store, message: Message): Promise<Delivery> {
    const { apiSecret, url } = this.#platform.appOf(store);
    const { id, shop, topic, triggeredAt, body } = message;
    const life = this.#life;
    let status: number | null = null;
    try {
      const request = new Request(new URL('/webhooks', url), {
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
      const response = await this.#platform.callApp(request);
      status = response.status;
      await response.body?.cancel();
    } catch (error) {
      this.#platform.logger.warn({ err: error, topic, shop }, 'a webhook reached nobody');
    }
    if (life === this.#life) this.#messages.set(id, { message, status });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > rememberedMessages && oldest !== undefined) {
      this.#messages.delete(oldest);
    }
    return { id, shop, topic, triggeredAt, status };
  }
}
