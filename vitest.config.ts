import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Vite would take graphql's ES module and Node its CommonJS one, and graphql refuses to work with two of itself.
const graphql = {
  find: /^graphql$/,
  replacement: fileURLToPath(import.meta.resolve('graphql')),
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: [graphql] },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,process,app,services,scripts}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser-parts',
          environment: 'jsdom',
          include: ['{app,services}/**/*.test.tsx'],
          setupFiles: ['./app/testing/vitest.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
