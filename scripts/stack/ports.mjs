import { createServer } from 'node:net';
import { errorCode, PlainFailure } from '../setup/failure.mjs';

/** Where a server might already listen: all addresses and the loopback ones, of either protocol version. */
const addresses = ['::', '0.0.0.0', '::1', '127.0.0.1'];

/**
 * Reads a port from an environment variable.
 * @param {string} variable its name
 * @param {number} fallback
 * @param {Record<string, string | undefined>} [environment]
 */
export function readPort(variable, fallback, environment = process.env) {
  const text = environment[variable]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`${variable} must be a port number from 1 to 65535, not "${text}".`);
}

/**
 * Fails with one sentence when a port cannot be listened on.
 * @param {number} port
 * @param {string} variable the environment variable that chooses another
 */
export async function requireFreePort(port, variable) {
  for (const address of addresses) {
    const code = await listenOnce(port, address);
    if (code === undefined || code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') continue;
    if (code === 'EACCES') {
      throw new PlainFailure(
        `Port ${port} may not be opened by this user: choose one above 1023 with ${variable}.`,
      );
    }
    throw new PlainFailure(
      `Port ${port} is in use: stop what uses it, or choose another with ${variable}.`,
    );
  }
}

/**
 * Finds ports that nobody listens on, all different.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => resolve(undefined));
      });
      return server;
    }),
  );
  // All are held until the last is found, so that none is found twice.
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((resolve) => server.close(resolve));
      if (address === null || typeof address === 'string')
        throw new Error('A port has no address.');
      return address.port;
    }),
  );
}

/**
 * @param {number} port
 * @param {string} address
 * @returns {Promise<string | undefined>} the error's code, or undefined when it worked
 */
function listenOnce(port, address) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) ?? error.message));
    server.listen({ port, host: address, ipv6Only: address.includes(':') }, () =>
      server.close(() => resolve(undefined)),
    );
  });
}
