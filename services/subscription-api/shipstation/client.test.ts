import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { findAccountName } from './account.ts';
import {
  BadOrderError,
  createShipStation,
  KeysRefusedError,
  RateLimitedError,
  ShipStationFailedError,
} from './client.ts';

const keys = { key: 'the-key', secret: 'the-secret' };
const request = { method: 'GET', path: '/stores', answer: z.array(z.string()) } as const;

/** A ShipStation that answers each request with the next handler, and a client for it. */
async function startShipStation(...handlers: RequestListener[]) {
  const server = createServer((incoming, response) => {
    const handle = handlers.shift();
    if (handle === undefined) response.end();
    else handle(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const shipStation = createShipStation({
    url: `http://127.0.0.1:${address.port}`,
    timeoutMilliseconds: 1_000,
  });
  return { shipStation };
}

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const limited = (seconds?: string) =>
  answerWith(429, '', seconds === undefined ? {} : { 'X-Rate-Limit-Reset': seconds });

it('asks with the keys, and reads the answer', async () => {
  let authorization: string | undefined;
  const { shipStation } = await startShipStation((incoming, response) => {
    authorization = incoming.headers.authorization;
    response.end('["one"]');
  });
  expect(await shipStation(keys, request, undefined)).toEqual(['one']);
  expect(authorization).toBe(`Basic ${Buffer.from('the-key:the-secret').toString('base64')}`);
});

it.each<[string, string | undefined, number]>([
  ['as long as ShipStation says', '30', 30],
  ['at once', '0', 1],
  ['without being told how long', undefined, 60],
  ['for nonsense', 'soon', 60],
  ['for an empty header', '', 60],
  ['less than a second', '0.2', 1],
])('does not wait for new requests %s, and says when there are some', async (_, reset, seconds) => {
  const { shipStation } = await startShipStation(limited(reset), answerWith(200, '[]'));
  const error = await shipStation(keys, request, undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RateLimitedError);
  const retryInWords = `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  expect(error).toMatchObject({ retryAfterSeconds: seconds, retryInWords });
});

it.each([
  ['{"Message":"The request is invalid.","ExceptionMessage":"No country"}', 'No country'],
  ['{"Message":"The request is invalid."}', 'The request is invalid.'],
  ['<html>', undefined],
])('tells an order that is refused from a ShipStation that fails: %s', async (body, said) => {
  const { shipStation } = await startShipStation(answerWith(400, body));
  const error = await shipStation(keys, request, undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadOrderError);
  expect(error).toMatchObject({ said });
});

it.each([401, 403])('takes %i for keys that are refused', async (status) => {
  const { shipStation } = await startShipStation(answerWith(status, ''));
  await expect(shipStation(keys, request, undefined)).rejects.toThrow(KeysRefusedError);
});

it.each<[string, RequestListener]>([
  ['a failure', answerWith(500, '')],
  ['a redirect, which would carry the keys elsewhere', answerWith(302, '', { Location: '/x' })],
  ['no JSON', answerWith(200, '<html>')],
  ['JSON of another kind', answerWith(200, '{"stores":1}')],
  ['no answer', () => {}],
])('fails on %s', async (_, handler) => {
  const { shipStation } = await startShipStation(handler, answerWith(200, '[]'));
  const error = await shipStation(keys, request, undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ShipStationFailedError);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('the-secret');
});

it.each([
  [[], 'ShipStation account'],
  [[{ companyName: '  ', storeName: null }, { storeName: ' Beans ' }], 'Beans'],
  [[{ companyName: 'Beans\u0000 & Co\r\n' }], 'Beans & Co'],
  [[{ companyName: '☕'.repeat(5000) }], '☕'.repeat(100)],
  [[{ companyName: '\ud83d' }], 'ShipStation account'],
])('names the account of stores %#', async (stores, name) => {
  const { shipStation } = await startShipStation(answerWith(200, JSON.stringify(stores)));
  expect(await findAccountName(shipStation, keys, undefined)).toBe(name);
});
