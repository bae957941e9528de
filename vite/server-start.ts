import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds `server/start.ts` beside the server bundle, as build/server/start.js. Run as TypeScript it would keep in memory what strips
 * types, and once more what it shares with the bundle.
 */
export const serverStart: Plugin = {
  name: 'server-start',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  buildStart() {
    this.emitFile({ type: 'chunk', id: resolve('server/start.ts'), fileName: 'start.js' });
  },
};
