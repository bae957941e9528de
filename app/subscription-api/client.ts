import type { z } from 'zod';
import type { Endpoint, EndpointTable } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { portalEndpoints, portalSignInEndpoints } from '#contract/portal-endpoints.ts';
import type { Query, Transport } from './transport.ts';

type Empty = Record<never, never>;

/** One of the arguments: left out if the endpoint doesn't have it, optional if everything in it is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Empty extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/**
 * What a call is given. `form` is a request of the browser whose multipart body is passed on; `id` is the original id, the numeric tail of a global id; `idempotencyKey` a UUID made by the form:
 * requests with the same one are carried out once.
 */
type Given<Entry extends Endpoint> = Part<'id', z.input<Entry['id']>> &
  Part<'query', z.output<Entry['query']>> &
  (Entry['contentType'] extends 'multipart/form-data'
    ? { form: Request }
    : Part<'body', z.input<Entry['body']>>) &
  (Entry['isOncePerKey'] extends true ? { idempotencyKey?: string } : unknown) &
  (Entry['isConditional'] extends true ? { ifMatch?: string } : unknown);

type Call<Entry extends Endpoint> =
  Empty extends Given<Entry>
    ? (given?: Given<Entry>) => Promise<z.output<Entry['answer']>>
    : (given: Given<Entry>) => Promise<z.output<Entry['answer']>>;

/** One function for each endpoint of a table. */
export type Calls<Table extends EndpointTable> = {
  [Name in keyof Table]: Call<Table[Name]>;
};

/** The subscription API, one function for each endpoint of the contract. Every one throws the transport's errors. */
export type SubscriptionApiClient = Calls<typeof endpoints>;

type AnyGiven = {
  id?: string;
  query?: Query;
  body?: object;
  form?: Request;
  idempotencyKey?: string;
  ifMatch?: string;
};

/** Makes the functions of a table, each sending its request with `send`. */
export function callsOf<Table extends EndpointTable>(table: Table, send: Transport): Calls<Table>;
export function callsOf(table: EndpointTable, send: Transport): object {
  const calls = Object.entries(table).map(([name, endpoint]) => {
    const call = ({ id = '', query, body, form, idempotencyKey, ifMatch }: AnyGiven = {}) =>
      send({
        method: endpoint.method,
        path: endpoint.path.replace(':id', encodeURIComponent(id)),
        query,
        body,
        form,
        idempotencyKey,
        ifMatch,
        isAlwaysThere: endpoint.method === 'GET' && !endpoint.path.includes(':id'),
        answer: endpoint.answer,
      });
    return [name, call];
  });
  return Object.fromEntries(calls);
}

/** The client that the app calls the subscription API with. */
export function createClient(send: Transport): SubscriptionApiClient {
  return callsOf(endpoints, send);
}

/** The vendor portal's calls to the subscription API. Every function throws the transport's errors. */
export type PortalClient = Calls<typeof portalEndpoints>;

/** The client of the vendor portal; `send` carries the token of a portal session. */
export function createPortalClient(send: Transport): PortalClient {
  return callsOf(portalEndpoints, send);
}

/** The calls that sign in to the vendor portal; `send` carries no token. */
export function createPortalSignInClient(send: Transport): Calls<typeof portalSignInEndpoints> {
  return callsOf(portalSignInEndpoints, send);
}
