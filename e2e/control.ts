import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test';
import { z } from 'zod';
import type { FaultInput, ScenarioInput, WebhookTopic } from '#services/local-platform/testing.ts';
import type { TestStack } from './stack.ts';

export const stores = { established: 'roast-and-ritual', fresh: 'first-crack' } as const;
type Method = 'GET' | 'POST' | 'DELETE';
export type StoreHandle = (typeof stores)[keyof typeof stores];

export const shopOf = (store: StoreHandle) => `${store}.myshopify.com`;

const receivedSchema = z.array(
  z.object({
    shop: z.string(),
    operation: z.string().nullable(),
    rootFields: z.array(z.string()),
    status: z.number(),
    milliseconds: z.number(),
  }),
);
const sessionTokenSchema = z.object({ sessionToken: z.string() });
const deliverySchema = z.object({ status: z.number().nullable() });
const answerSchema = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** Controls the local platform of a test's stack, and reads its stores as the admin does. */
export class Control {
  readonly #stack: TestStack;
  readonly #request: APIRequestContext;

  constructor(stack: TestStack, request: APIRequestContext) {
    this.#stack = stack;
    this.#request = request;
  }

  /** Makes the next matching calls of servers to the platform fail. */
  async addFault(fault: FaultInput): Promise<void> {
    await this.#send('POST', '/control/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#send('DELETE', '/control/faults');
  }

  /** Starts a scenario of the local platform, such as `shipstation-rejects-some`. It lasts until ended, or for `times` calls. */
  async startScenario(name: string, bounds: ScenarioInput = {}): Promise<void> {
    await this.#sendQa('POST', `/scenarios/${name}`, bounds);
  }

  async endScenarios(): Promise<void> {
    await this.#sendQa('DELETE', '/scenarios');
  }

  /** Sets how far the platform's clock for tokens is ahead of this machine's. */
  async setMachineClock(offsetSeconds: number): Promise<void> {
    await this.#send('POST', '/control/machine-clock', { offsetSeconds });
  }

  async setScopes(store: StoreHandle, scopes: readonly string[]): Promise<void> {
    await this.#send('POST', '/control/scopes', { shop: shopOf(store), scopes });
  }

  /** A session token of the store's owner, like those that the admin gives the app. */
  async sessionToken(store: StoreHandle): Promise<string> {
    const answer = await this.#send('POST', '/control/session-token', { shop: shopOf(store) });
    return sessionTokenSchema.parse(answer).sessionToken;
  }

  async grow(
    store: StoreHandle,
    size: { products?: number; groups?: number; variantsInGroup?: number; profiles?: number },
  ): Promise<void> {
    await this.#send('POST', '/control/grow', { shop: shopOf(store), ...size });
  }

  /** Whether the store's shipping is set up by market, which freezes the merchant's own profiles. */
  async setMarketDrivenShipping(store: StoreHandle, on: boolean): Promise<void> {
    await this.#send('POST', '/control/market-driven-shipping', { shop: shopOf(store), on });
  }

  /** Sends a webhook to the app; returns the app's status. */
  async sendWebhook(store: StoreHandle, topic: WebhookTopic): Promise<number | null> {
    const answer = await this.#send('POST', '/control/webhooks', { shop: shopOf(store), topic });
    return deliverySchema.parse(answer).status;
  }

  /**
   * Has the app erase a store's data, as it must after an uninstall, because the data survives {@link Control.reset}, which installs the app
   * again. Closes open pages first: they would ask for a new token, and the app keeps the data of a store that has one.
   */
  async eraseStore(store: StoreHandle, context: BrowserContext): Promise<void> {
    await Promise.all(context.pages().map((page) => page.close()));
    await this.act(store, 'uninstall', {});
    expect(await this.sendWebhook(store, 'shop/redact')).toBe(200);
  }

  /** Does `POST /control/{name}` with the store, for instance `theme` or `product`. */
  async act(store: StoreHandle, name: string, body: object): Promise<void> {
    await this.#send('POST', `/control/${name}`, { shop: shopOf(store), ...body });
  }

  /** Moves product time ahead, with stops at each moment when the platform or the app has something to do. */
  async moveClock(days: number): Promise<void> {
    await this.#send('POST', '/control/clock', { days });
  }

  /** Goes back to the seed and this machine's clock, and ends faults and scenarios. */
  async reset(): Promise<void> {
    await this.#send('POST', '/control/reset');
  }

  /** The Admin GraphQL operations that a store's app has sent to the platform, oldest first. */
  async requests(store?: StoreHandle): Promise<z.infer<typeof receivedSchema>> {
    const query = store === undefined ? '' : `?shop=${shopOf(store)}`;
    return receivedSchema.parse(await this.#send('GET', `/control/requests${query}`));
  }

  async clearRequests(): Promise<void> {
    await this.#send('DELETE', '/control/requests');
  }

  /** Runs an operation in a store as the admin itself; fails if the platform answers with errors. */
  async graphql<Schema extends z.ZodType>(
    store: StoreHandle,
    answer: Schema,
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<z.output<Schema>> {
    const response = await this.#request.post(
      `${this.#stack.loopbackAdminUrl}/internal/stores/${store}/graphql`,
      { data: { query, variables } },
    );
    const { data, errors } = answerSchema.parse(await response.json());
    expect(errors, 'errors of the platform').toBeUndefined();
    return answer.parse(data);
  }

  #send(method: Method, path: string, data?: unknown): Promise<unknown> {
    return this.#fetch(method, `${this.#stack.platformUrl}${path}`, data);
  }

  #sendQa(method: Method, path: string, data?: unknown): Promise<unknown> {
    return this.#fetch(method, `${this.#stack.loopbackAdminUrl}/qa${path}`, data);
  }

  async #fetch(method: Method, url: string, data?: unknown): Promise<unknown> {
    const response = await this.#request.fetch(url, {
      // Moving the clock by a month takes long on a busy machine, so only the test's own timeout applies.
      timeout: 0,
      method,
      ...(data !== undefined && { data }),
    });
    expect(response.ok(), `${method} ${url}: ${await response.text()}`).toBe(true);
    return response.json();
  }
}
