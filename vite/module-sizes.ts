import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Says beside the build which module has how many characters in which of the browser's files. */
export const moduleSizes: Plugin = {
  name: 'module-sizes',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  writeBundle(_, bundle) {
    const sizes = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return [];
      const modules = Object.entries(file.modules).map(([id, { renderedLength }]) => [
        relative(process.cwd(), id.replace(/^\0/, '')),
        renderedLength,
      ]);
      return [[file.fileName, Object.fromEntries(modules)]];
    });
    writeFileSync('build/module-sizes.json', JSON.stringify(Object.fromEntries(sizes)));
  },
};
