import { createServer, type ServerResponse } from 'node:http';
import type { Misbehaviour } from './faults.ts';

/** A subscription API at an address of its own, which does nothing but go wrong. */
export type FaultyApi = {
  origin: string;
  /** The methods of what it was asked since it misbehaves this way. */
  asked: readonly string[];
  misbehave(misbehaviour: Misbehaviour): void;
  close(): Promise<void>;
};

/** Starts one on a free port. */
export async function startFaultyApi(): Promise<FaultyApi> {
  let current: Misbehaviour = { kind: 'slow' };
  let asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    request.on('error', () => {});
    // The whole body first: a connection that ends during it is another fault.
    request.resume().on('end', () => carryOut(current, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    get asked() {
      return asked;
    },
    misbehave(misbehaviour) {
      current = misbehaviour;
      asked = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function carryOut(misbehaviour: Misbehaviour, response: ServerResponse): void {
  switch (misbehaviour.kind) {
    case 'slow':
      return;
    case 'down':
      response.destroy();
      return;
    case 'reset':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"vendor": {', () => response.destroy());
      return;
    default:
      response.writeHead(misbehaviour.status, misbehaviour.headers).end(misbehaviour.body);
  }
}
