import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { z } from 'zod';

const localeFile = /@shopify\/polaris\/locales\/en\.json$/;
const placeholder = 'words of Polaris in use';

type Words = { [key: string]: string | Words };

const wordsSchema: z.ZodType<Words> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), wordsSchema])),
);

/** Leaves of Polaris' words those that the browser's files ask for, once it is known which of its components are in them. */
export function keepReadWords(): Plugin {
  let words: Words = {};
  return {
    name: 'keep-read-words',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    load: {
      filter: { id: localeFile },
      handler(id) {
        if (!localeFile.test(id)) return null;
        words = wordsSchema.parse(JSON.parse(readFileSync(id, 'utf8')));
        return JSON.stringify(placeholder);
      },
    },
    renderChunk(code, _chunk, _options, { chunks }) {
      const text = JSON.stringify(placeholder);
      if (!code.includes(text)) return null;
      const modules = Object.values(chunks).flatMap((chunk) => Object.values(chunk.modules));
      const read = readWords(
        modules.map((module) => module.code ?? ''),
        words,
      );
      return { code: code.replace(text, () => JSON.stringify(read)), map: null };
    },
  };
}

/**
 * The words that the modules ask for by their keys. Of a key that is put together (`Polaris.DatePicker.months.${month}`,
 * `Polaris.DropZone.label${type}`) the whole group is kept. Throws where there is no such word.
 */
export function readWords(modules: string[], words: Words): Words {
  const keys = new Set(
    modules.flatMap((code) =>
      [...code.matchAll(/['"`](Polaris(?:\.\w+)+)(\$\{)?/g)].map(([, key = '', more]) =>
        more ? key.slice(0, key.lastIndexOf('.')) : key,
      ),
    ),
  );
  const read: Words = {};
  for (const key of keys) keep(key.split('.'), words, read, key);
  return read;
}

function keep([name = '', ...rest]: string[], from: Words, into: Words, key: string): void {
  const found = from[name];
  if (found === undefined) throw new Error(`Polaris has no words for ${key}.`);
  if (rest.length === 0 || typeof found === 'string') {
    into[name] = found;
    return;
  }
  const below = into[name];
  const next: Words = typeof below === 'object' ? below : {};
  into[name] = next;
  keep(rest, found, next, key);
}
