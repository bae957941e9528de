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

/** Steers the local platform of a test's stack, and looks into its stores as the admin may. */
export class Control {
  readonly #stack: TestStack;
  readonly #request: APIRequestContext;

  constructor(stack: TestStack, request: APIRequestContext) {
    this.#stack = stack;
    this.#request = request;
  }

  /** Makes the next calls of servers to the platform go wrong. */
  async addFault(fault: FaultInput): Promise<void> {
    await this.#send('POST', '/control/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#send('DELETE', '/control/faults');
  }

  /** Begins a scenario of the local platform, such as `shipstation-rejects-some`, until it is ended or has hit its `times`. */
  async startScenario(name: string, bounds: ScenarioInput = {}): Promise<void> {
    await this.#sendQa('POST', `/scenarios/${name}`, bounds);
  }

  async endScenarios(): Promise<void> {
    await this.#sendQa('DELETE', '/scenarios');
  }

  /** Sets how far the platform's time of tokens is ahead of this machine's: tokens that it makes are from then. */
  async setMachineClock(offsetSeconds: number): Promise<void> {
    await this.#send('POST', '/control/machine-clock', { offsetSeconds });
  }

  /** Sets all that a store has granted the app. */
  async setScopes(store: StoreHandle, scopes: readonly string[]): Promise<void> {
    await this.#send('POST', '/control/scopes', { shop: shopOf(store), scopes });
  }

  /** A session token of the store's owner, as the admin hands it to the app. */
  async sessionToken(store: StoreHandle): Promise<string> {
    const answer = await this.#send('POST', '/control/session-token', { shop: shopOf(store) });
    return sessionTokenSchema.parse(answer).sessionToken;
  }

  /** Makes a store bigger. */
  async grow(
    store: StoreHandle,
    size: { products?: number; groups?: number; variantsInGroup?: number; profiles?: number },
  ): Promise<void> {
    await this.#send('POST', '/control/grow', { shop: shopOf(store), ...size });
  }

  /** Whether the store's shipping is set up by market, so that the merchant's own profiles are frozen. */
  async setMarketDrivenShipping(store: StoreHandle, on: boolean): Promise<void> {
    await this.#send('POST', '/control/market-driven-shipping', { shop: shopOf(store), on });
  }

  /** Sends a webhook to the app; answers with the app's status. */
  async sendWebhook(store: StoreHandle, topic: WebhookTopic): Promise<number | null> {
    const answer = await this.#send('POST', '/control/webhooks', { shop: shopOf(store), topic });
    return deliverySchema.parse(answer).status;
  }

  /**
   * Has the app erase everything of a store, as it must after an uninstall: its data outlives {@link Control.reset}, which installs the
   * app again. Pages that are open would ask for a new token, and the app keeps the data of a store that has one.
   */
  async eraseStore(store: StoreHandle, context: BrowserContext): Promise<void> {
    await Promise.all(context.pages().map((page) => page.close()));
    await this.act(store, 'uninstall', {});
    expect(await this.sendWebhook(store, 'shop/redact')).toBe(200);
  }

  /** What `POST /control/{name}` does with the store, such as `theme` or `product`. */
  async act(store: StoreHandle, name: string, body: object): Promise<void> {
    await this.#send('POST', `/control/${name}`, { shop: shopOf(store), ...body });
  }

  /** Moves product time ahead, stopping wherever the platform or the app has something to do. */
  async moveClock(days: number): Promise<void> {
    await this.#send('POST', '/control/clock', { days });
  }

  /** Back to the seed, without faults and scenarios, and by this machine's clock. */
  async reset(): Promise<void> {
    await this.#send('POST', '/control/reset');
  }

  /** The Admin GraphQL operations that the platform received from a store's app, oldest first. */
  async requests(store?: StoreHandle): Promise<z.infer<typeof receivedSchema>> {
    const query = store === undefined ? '' : `?shop=${shopOf(store)}`;
    return receivedSchema.parse(await this.#send('GET', `/control/requests${query}`));
  }

  async clearRequests(): Promise<void> {
    await this.#send('DELETE', '/control/requests');
  }

  /** Runs an operation in a store as the admin itself. Fails when the platform answers with errors. */
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
      // A month of the clock takes long on a busy machine: the test's own time is the bound.
      timeout: 0,
      method,
      ...(data !== undefined && { data }),
    });
    expect(response.ok(), `${method} ${url}: ${await response.text()}`).toBe(true);
    return response.json();
  }
}
