import { EventEmitter, once } from 'node:events';
import { serve } from '@hono/node-server';
import { z } from 'zod';

/** A proxy before the platform that holds one operation back. */
type PlatformGate = {
  url: string;
  /** Resolves when the operation has reached the gate. */
  arrival: Promise<unknown>;
  /** Lets it and all later requests through. */
  open(): void;
  close(): void;
};

/** Starts a proxy before the platform. It holds requests that name `operation` until the gate is opened. */
export async function startPlatformGate(
  platformUrl: string,
  operation: string,
): Promise<PlatformGate> {
  const gate = new EventEmitter();
  const arrival = once(gate, 'arrival');
  const opening = once(gate, 'opening');
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text();
      if (body.includes(operation)) {
        gate.emit('arrival');
        await opening;
      }
      const { pathname } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.delete('Host');
      return await fetch(`${platformUrl}${pathname}`, { method: request.method, headers, body });
    },
  });
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    arrival,
    open: () => void gate.emit('opening'),
    close: () => void server.close(),
  };
}
