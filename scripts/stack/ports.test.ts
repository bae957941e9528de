import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readPort, requireFreePort } from './ports.ts';

async function listening(address: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return { port: bound.port, close: () => new Promise((resolve) => server.close(resolve)) };
}

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port in use at %s is told in one sentence',
  async (address) => {
    const { port, close } = await listening(address);
    await expect(requireFreePort(port, 'ADMIN_PORT')).rejects.toThrow(
      `Port ${port} is in use or not allowed: stop what uses it, or choose another with ADMIN_PORT.`,
    );
    await close();
    await expect(requireFreePort(port, 'ADMIN_PORT')).resolves.toBeUndefined();
  },
);

test('a port comes from its variable, or is the usual one', () => {
  expect(readPort('PORT', 4000, {})).toBe(4000);
  expect(readPort('PORT', 4000, { PORT: '' })).toBe(4000);
  expect(readPort('PORT', 4000, { PORT: ' 5000 ' })).toBe(5000);
});

test.each(['0', '65536', 'http', '80.5', '-1', '0x50'])('%s is not a port', (text) => {
  expect(() => readPort('PORT', 4000, { PORT: text })).toThrow(
    `PORT must be a port number from 1 to 65535, not "${text}".`,
  );
});
