import { type Call, type Fault, type FaultInput, faultSchema, hits } from './faults.ts';

/** The API that fails. */
type ScenarioService = 'shipstation' | 'platform';

export type Scenario = {
  title: string;
  sentence: string;
  service: ScenarioService;
  fault: Fault;
};

const slowMilliseconds = 8_000;
const html =
  '<html><head><title>500</title></head><body><h1>Internal Server Error</h1></body></html>';

function scenario(
  service: ScenarioService,
  title: string,
  sentence: string,
  fault: FaultInput,
): Scenario {
  const operation = service === 'shipstation' ? { operation: 'shipstation' } : {};
  return { title, sentence, service, fault: faultSchema.parse({ ...operation, ...fault }) };
}

/** Every call of a store's Admin API gets that status. */
function closedStore(title: string, sentence: string, status: number, errors: string): Scenario {
  return scenario('platform', title, sentence, {
    kind: 'status',
    status,
    body: JSON.stringify({ errors }),
    headers: { 'Content-Type': 'application/json' },
  });
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'shipstation-rejects-some': scenario(
    'shipstation',
    'Rejects some orders',
    'ShipStation refuses every order whose number can be divided by 3, and takes the others.',
    {
      kind: 'userErrors',
      operation: 'shipstation/orders/createorders',
      everyNth: 3,
      userErrors: [{ message: 'The shipping address could not be validated.' }],
    },
  ),
  'shipstation-429': scenario(
    'shipstation',
    'Too many requests',
    'ShipStation answers every call with 429 and asks to wait for 45 seconds.',
    { kind: 'throttled' },
  ),
  'shipstation-401': scenario(
    'shipstation',
    'Refuses the keys',
    'ShipStation answers every call with 401, as if the keys were wrong.',
    {
      kind: 'status',
      status: 401,
      body: JSON.stringify({ Message: 'Authorization has been denied for this request.' }),
      headers: { 'Content-Type': 'application/json' },
    },
  ),
  'shipstation-slow': scenario(
    'shipstation',
    'Slow',
    'ShipStation does what it is asked, 8 seconds late.',
    { kind: 'delay', delayMilliseconds: slowMilliseconds },
  ),
  'shipstation-silent': scenario(
    'shipstation',
    'Never answers',
    'ShipStation takes every call and never answers, until the caller gives up.',
    { kind: 'silence' },
  ),
  'shipstation-down': scenario(
    'shipstation',
    'Down',
    'ShipStation cuts the connection of every call.',
    { kind: 'disconnect' },
  ),
  'shipstation-nonsense': scenario(
    'shipstation',
    'Answers nonsense',
    'ShipStation answers every call with 200 and a page of HTML in place of JSON.',
    { kind: 'garbage' },
  ),
  'platform-throttled': scenario(
    'platform',
    'Throttled',
    'The Admin API refuses every operation with THROTTLED: the app’s points are used up.',
    { kind: 'throttled' },
  ),
  'platform-token-revoked': scenario(
    'platform',
    'Access token revoked',
    'The Admin API answers every operation with 401, whichever access token the app shows.',
    {
      kind: 'status',
      status: 401,
      body: JSON.stringify({
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      }),
      headers: { 'Content-Type': 'application/json' },
    },
  ),
  'platform-shop-frozen': closedStore(
    'Store frozen',
    'The Admin API answers every operation with 402: the store has an open bill.',
    402,
    'Unavailable Shop',
  ),
  'platform-shop-forbidden': closedStore(
    'Store closed to the app',
    'The Admin API answers every operation with 403: the app may not enter the store.',
    403,
    'Forbidden',
  ),
  'platform-shop-gone': closedStore(
    'Store gone',
    'The Admin API answers every operation with 404: there is no such store any more.',
    404,
    'Not Found',
  ),
  'platform-shop-locked': closedStore(
    'Store locked',
    'The Admin API answers every operation with 423: the store is locked.',
    423,
    'Locked',
  ),
  'platform-slow': scenario(
    'platform',
    'Slow',
    'The Admin API does what it is asked, 8 seconds late.',
    { kind: 'delay', delayMilliseconds: slowMilliseconds },
  ),
  'platform-silent': scenario(
    'platform',
    'Never answers',
    'The Admin API takes every operation and never answers, until the caller gives up.',
    { kind: 'silence' },
  ),
  'platform-down': scenario(
    'platform',
    'Down',
    'The Admin API cuts the connection of every operation.',
    { kind: 'disconnect' },
  ),
  'platform-500-html': scenario(
    'platform',
    'Fails with HTML',
    'The Admin API answers every operation with 500 and a page of HTML.',
    { kind: 'status', status: 500, body: html, headers: { 'Content-Type': 'text/html' } },
  ),
  'platform-nonsense': scenario(
    'platform',
    'Answers nonsense',
    'The Admin API answers every operation with 200 and a page of HTML in place of JSON.',
    { kind: 'garbage' },
  ),
};

type ScenarioBounds = {
  /** A store's domain; null for every store's calls. */
  shop: string | null;
  /** How many more calls fail; null for all until the scenario ends. */
  times: number | null;
};

type Running = ScenarioBounds & { name: string; service: ScenarioService; fault: Fault };

/** The active scenarios: at most one per service and shop, and one per service for all shops. */
export class Scenarios {
  #running: Running[] = [];

  /** Starts a scenario, and ends the one of the same service and shop. False if no scenario has that name. */
  start(
    name: string,
    { shop, times, delayMilliseconds }: ScenarioBounds & { delayMilliseconds?: number | undefined },
  ): boolean {
    const known = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
    if (known === undefined) return false;
    const { service } = known;
    const fault = { ...known.fault, ...(delayMilliseconds !== undefined && { delayMilliseconds }) };
    const others = this.#running.filter(
      (other) => other.service !== service || other.shop !== shop,
    );
    this.#running = [...others, { name, service, shop, times, fault }];
    return true;
  }

  /** Ends the scenario of that name for every shop; without a name, ends all scenarios. */
  end(name?: string): void {
    this.#running =
      name === undefined ? [] : this.#running.filter((running) => running.name !== name);
  }

  /** The bounds of an active scenario; empty if it's off. */
  boundsOf(name: string): ScenarioBounds[] {
    return this.#running
      .filter((running) => running.name === name)
      .map(({ shop, times }) => ({ shop, times }));
  }

  /** The fault for a call, if any; counts it down. A scenario of the call's own shop wins over one for all shops. */
  take(call: Call): Fault | null {
    const hit = this.#running.filter(
      ({ shop, fault }) => (shop === null || shop === call.shop) && hits(fault, call),
    );
    const running = hit.find(({ shop }) => shop !== null) ?? hit[0];
    if (running === undefined) return null;
    if (running.times !== null) {
      running.times -= 1;
      if (running.times === 0) this.#running = this.#running.filter((other) => other !== running);
    }
    return running.fault;
  }
}
