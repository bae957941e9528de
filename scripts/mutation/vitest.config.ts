import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

// The tests of the area that is being mutated, and no others: `npm run mutate` names it.
const area = areas[process.env.MUTATION_AREA ?? ''];
if (area === undefined)
  throw new Error('MUTATION_AREA names no area of scripts/mutation/areas.ts.');

export default defineConfig({
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    environment: 'node',
    include: [...area.tests],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
