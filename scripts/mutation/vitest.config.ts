import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areas } from './areas.ts';

// Runs only the tests of the area that `npm run mutate` is mutating.
const area = areas[process.env.MUTATION_AREA ?? ''];
if (area === undefined)
  throw new Error('MUTATION_AREA names no area of scripts/mutation/areas.ts.');

const { tests } = area;

/** Keeps the area's order, quick tests first, because the run ends at the first test that notices. */
class InNamedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      tests.findIndex((path) => moduleId.endsWith(`/${path}`));
    return files.toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}

export default defineConfig({
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    environment: 'node',
    include: [...tests],
    sequence: { sequencer: InNamedOrder },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
