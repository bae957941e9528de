import type { Plugin } from 'vite';

/** A plugin that rewrites modules of packages, by their path, in what the browser's bundle is made of. */
export function browserTransform(
  name: string,
  modules: RegExp,
  rewrite: (code: string) => string,
): Plugin {
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id: modules },
      handler(code, id, options) {
        if (options?.ssr || !modules.test(id)) return null;
        return { code: rewrite(code), map: null };
      },
    },
  };
}
