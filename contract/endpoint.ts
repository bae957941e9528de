import { z } from 'zod';
import type { GlobalId } from './global-id.ts';

/**
 * One endpoint of the subscription API: all that the typed client and the API's routes are derived from. A part that an
 * endpoint doesn't have is {@link nothing}.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the prefix; `:id` stands for the id. */
  path: `/${string}`;
  /** Reads the id of the path; see {@link pathId}. */
  id: z.ZodType;
  query: z.ZodType;
  body: z.ZodType;
  /** How the body is sent. A multipart body is an object of files and texts, with a list for a repeated name. */
  contentType: 'application/json' | 'multipart/form-data';
  /** The largest body, in bytes. */
  maximumBytes: number;
  /** The status for a body with invalid fields. */
  invalidStatus: 400 | 422;
  /** The message if the body is larger. */
  tooLarge: string;
  /** Whether requests with the same Idempotency-Key are carried out once. */
  isOncePerKey: boolean;
  /** Whether a stale If-Match is refused with 409, because somebody else saved first. */
  isConditional: boolean;
  answer: z.ZodType;
  /** The status of a successful answer; 204 has no body. */
  status: 200 | 201 | 204;
};

/** Endpoints by the name of their function. */
export type EndpointTable<Name extends PropertyKey = string> = { [Key in Name]: Endpoint };

/** The schema of a part that an endpoint doesn't have. */
export const nothing = z.undefined();

/** Defaults for an endpoint. */
export const plain = {
  id: nothing,
  query: nothing,
  body: nothing,
  contentType: 'application/json',
  // The largest JSON body in the contract, 250 variant ids, is under 20 kB.
  maximumBytes: 256 * 1024,
  invalidStatus: 422,
  tooLarge: 'The request is too large.',
  isOncePerKey: false,
  isConditional: false,
  status: 200,
} as const satisfies Partial<Endpoint>;

/** The 404 message for an unknown id, by the type in its global id. */
export const notFoundTexts = {
  SellingPlanGroup: 'Selling plan group not found',
  DeliveryProfile: 'Delivery profile not found',
  Customer: 'Customer not found',
  Product: 'Product not found',
  SubscriptionContract: 'There’s no such subscription',
} as const;

/** The id in a path: the numeric tail of a global id goes in, the global id comes out. A failure's message is its 404's. */
export function pathId<Type extends keyof typeof notFoundTexts>(type: Type) {
  return z
    .string()
    .regex(/^\d{1,20}$/, notFoundTexts[type])
    .transform((id): GlobalId<Type> => `gid://shopify/${type}/${id}`);
}

/** A parsed request, as the API's handler gets it. */
export type EndpointInput<Entry extends Pick<Endpoint, 'id' | 'query' | 'body'>> = {
  id: z.output<Entry['id']>;
  query: z.output<Entry['query']>;
  body: z.output<Entry['body']>;
  idempotencyKey: string | undefined;
  /** The If-Match of a conditional endpoint. */
  ifMatch?: string | undefined;
};

/** One handler for each endpoint of a table, acting in a context such as a shop's. */
export type Handlers<Table extends EndpointTable<keyof Table>, Context> = {
  [Name in keyof Table]: (
    context: Context,
    input: EndpointInput<Pick<Table[Name], 'id' | 'query' | 'body'>>,
  ) => Promise<z.input<Table[Name]['answer']>>;
};
