import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { answerLongAddresses, longAddresses } from './long-addresses.ts';

async function startServer(): Promise<number> {
  const server = createServer(longAddresses, (_, response) => void response.end('fine'));
  answerLongAddresses(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function say(words: string): Promise<string> {
  const socket = connect(await startServer(), '127.0.0.1');
  socket.end(words);
  return await text(socket);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

it('opens addresses of 1,000 orders, and says of a much longer one what to do', async () => {
  const ids = (count: number) => '&ids%5B%5D=6000000000001'.repeat(count);
  expect(await say(get(`/order-sync?${ids(1_000)}`))).toContain('fine');
  const refusal = await say(get(`/order-sync?${ids(3_000)}`));
  expect(refusal).toMatch(/^HTTP\/1\.1 431 /);
  expect(refusal).toContain('choose up to 1,000');
});

it('answers what is no request with 400', async () => {
  expect(await say('tea\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});
