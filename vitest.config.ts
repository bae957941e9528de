import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Vite would take graphql's ES module and Node its CommonJS one, and graphql refuses to work with two of itself.
const graphql = {
  find: /^graphql$/,
  replacement: fileURLToPath(import.meta.resolve('graphql')),
};

// Without it, each process compiles the packages anew.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

// Waits end as soon as what they wait for is there; a busy machine may take its time.
const patience = 15_000;

// What passes only then is named at the end of `npm test`; another try of a property would try other values.
const retry = { count: 1, condition: /^(?!Property failed)/ };

const freshModules = './scripts/vitest/fresh-modules.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias: [graphql] },
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          globalSetup: './services/subscription-api/testing/global-setup.ts',
          setupFiles: freshModules,
          retry,
          expect: { poll: { timeout: patience } },
          include: [
            '{contract,process,server,app,services,scripts,security,bench,vite}/**/*.test.ts',
          ],
          testTimeout: 20_000,
          // Most make a database and load the platform's whole schema, many files at once.
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser-parts',
          environment: 'jsdom',
          isolate: false,
          expect: { poll: { timeout: patience } },
          include: ['{app,services}/**/*.test.tsx'],
          setupFiles: [freshModules, './app/testing/vitest.setup.ts'],
          retry,
          // Their own waits end after 20 s, and then say what they waited for.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
