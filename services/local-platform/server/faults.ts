import { z } from 'zod';

const common = {
  /** A store's domain; all stores if missing. A ShipStation call belongs to the store whose keys it uses. */
  shop: z.string().optional(),
  /**
   * By default any GraphQL call. Otherwise an operation's name, one of its root fields, `access_token` for the token endpoint, `staged_upload`
   * for an upload of a file, `shipstation` for any call of ShipStation, or one of its paths, such as `shipstation/stores`.
   */
  operation: z.string().optional(),
  /** How many matching calls fail. */
  times: z.number().int().min(1).default(1),
  /** Waits before the work or, with `afterExecution`, between the work and the answer. */
  delayMilliseconds: z.number().int().min(0).default(0),
  /** Executes the call first, so that only its answer is late or lost. */
  afterExecution: z.boolean().default(false),
};

/** Body of POST /control/faults: how the next matching calls fail. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
  }),
  z.object({
    ...common,
    kind: z.literal('userErrors'),
    /** ShipStation refuses only orders whose number is divisible by it. */
    everyNth: z.number().int().min(2).optional(),
    userErrors: z
      .array(
        z.object({
          field: z.array(z.string()).nullable().default(null),
          message: z.string(),
          code: z.string().nullable().default(null),
        }),
      )
      .min(1),
  }),
  z.object({
    ...common,
    kind: z.literal('errors'),
    errors: z.array(z.looseObject({ message: z.string() })).min(1),
    /** Executes the call, and answers its data beside the errors. */
    withData: z.boolean().default(false),
  }),
  z.object({
    ...common,
    kind: z.literal('throttled'),
    /** The points that come back a second. */
    restoreRate: z.number().positive().default(100),
  }),
  z.object({
    ...common,
    kind: z.literal('garbage'),
    body: z.string().default('<html><body>Bad gateway</body></html>'),
  }),
  z.object({ ...common, kind: z.literal('disconnect') }),
  /** Doesn't answer until the caller gives up. */
  z.object({ ...common, kind: z.literal('silence') }),
  /** Leaves some of the answer's outermost fields out, such as `expires_in` of a token. */
  z.object({ ...common, kind: z.literal('omit'), fields: z.array(z.string()).min(1) }),
  z.object({ ...common, kind: z.literal('delay') }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** The properties of a call by which faults match it. */
export type Call = {
  shop: string;
  /** The names that a fault's `operation` can match. */
  names: readonly string[];
  /** Faults without an `operation` don't match it. */
  byNameOnly?: boolean;
};

/** Whether a fault matches a call. */
export function hits(fault: Fault, call: Call): boolean {
  if (fault.shop !== undefined && fault.shop !== call.shop) return false;
  if (fault.operation === undefined) return call.byNameOnly !== true;
  return call.names.includes(fault.operation);
}

/** The pending faults; the oldest applies first. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The first fault that matches a call, if any; counts it down. */
  take(call: Call): Fault | null {
    const fault = this.#waiting.find((candidate) => hits(candidate, call));
    if (fault === undefined) return null;
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((other) => other !== fault);
    return fault;
  }
}
