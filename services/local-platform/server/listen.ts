import { createServer as createHttpsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import type { Certificate } from './certificate.ts';

const serverOptions = {
  /** In bytes, like the app's server, because an address can hold the ids of 1,000 selected orders. */
  maxHeaderSize: 64 * 1024,
  /** In ms. After node's 5 s, a test would now and then send a request down a connection that is being closed. */
  keepAliveTimeout: 75_000,
};

type Listening = {
  port: number;
  close(): Promise<void>;
};

/** Lets a handler close a request's connection. Missing in tests that call the app directly. */
export type Connection = {
  disconnect?: () => void;
};

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

/** The message tells the developer which variable sets the port. */
class PortUnavailable extends Error {
  override name = 'PortUnavailable';
}

function messageOf(error: Error, variable: string, port: number): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another with ${variable}.`;
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose another with ${variable}.`;
  return `Port ${port} can't be opened: ${error.message}`;
}

/**
 * Serves on the loopback, with TLS if there is a certificate. Port 0 takes any free port. `variable` is the environment variable that sets the
 * port.
 */
export async function listen(options: {
  fetch: Fetch;
  port: number;
  variable: string;
  certificate?: Certificate;
}): Promise<Listening> {
  const { fetch, certificate } = options;
  const server = createAdaptorServer({
    fetch: (request, { incoming }) =>
      fetch(request, { disconnect: () => incoming.socket.destroy() }),
    ...(certificate
      ? { createServer: createHttpsServer, serverOptions: { ...certificate, ...serverOptions } }
      : { serverOptions }),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) => {
      reject(new PortUnavailable(messageOf(error, options.variable, options.port)));
    });
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
