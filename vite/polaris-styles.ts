import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';
import { type Plugin, transformWithEsbuild } from 'vite';

/** The import by which the app gets the address of Polaris' style sheet. */
const stylesAddress = /@shopify\/polaris\/build\/esm\/styles\.css\?url$/;
/** The rule that defines every token, and uses none. */
const tokenModules = /@shopify\/polaris-tokens\//;

/**
 * Leaves of Polaris' style sheet what the browser's modules, of all routes, can ask for. The server's build takes the address of
 * the file that the browser's build made just before.
 */
export function polarisStyles(): Plugin {
  let asset: { file: string; reference: string } | undefined;
  return {
    name: 'polaris-styles',
    apply: 'build',
    enforce: 'pre',
    async load(id, { ssr } = {}) {
      if (!stylesAddress.test(id)) return null;
      if (ssr) return `export default ${JSON.stringify(await builtStyles())};`;
      const reference = this.emitFile({ type: 'asset', name: 'polaris.css' });
      asset = { file: id.replace(/\?url$/, ''), reference };
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    resolveFileUrl: ({ referenceId, fileName }) =>
      referenceId === asset?.reference ? JSON.stringify(`/${fileName}`) : null,
    async buildEnd(error) {
      if (error || !asset) return;
      const modules = [...this.getModuleIds()].filter((id) => !tokenModules.test(id));
      const scripts = modules
        .map((id) => this.getModuleInfo(id))
        .flatMap((module) => (module?.isIncluded ? [module.code] : []));
      const styles = await readFile(asset.file, 'utf8');
      this.setAssetSource(asset.reference, await purgeStyles(styles, scripts.join('\n')));
    },
  };
}

/** PurgeCSS drops rules with `:is(:hover, :focus)`, for want of a class in it; it lets pass what it does not know. */
const unread = ':-unread-';

/**
 * @param styles all of Polaris, as it is published
 * @param scripts source text of every module that the browser can load
 */
export async function purgeStyles(styles: string, scripts: string): Promise<string> {
  const words = new Set(scripts.match(/[\w-]+/g));
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: styles.replace(/:(?=(is|where)\()/g, unread) }],
    content: [{ raw: scripts, extension: 'js' }],
    defaultExtractor: () => [...words],
    // Every document has these; the class is set by Polaris.
    safelist: ['html', 'body', 'p-theme-light'],
  });
  if (!purged) throw new Error('PurgeCSS gave no style sheet.');
  const { code } = await transformWithEsbuild(
    withoutIdleTokens(purged.css.replaceAll(unread, ':'), words),
    'polaris.css',
    // Hexadecimal notation would round transparency.
    { minify: true, supported: { 'hex-rgba': false } },
  );
  return code;
}

/**
 * Without the tokens that neither a rule uses nor a script can name. Scripts put them together from a group and a prop's value:
 * `--p-space-${gap}`, `--p-border-radius-${borderRadius}`. PurgeCSS' own way (`variables`) misses uses in `var(…, var(…))`.
 */
function withoutIdleTokens(styles: string, words: ReadonlySet<string>): string {
  const used = new Set(styles.match(/(?<=var\()--p-[\w-]+/g));
  return styles.replace(/(--p-([\w-]+)):[^;}]*;/g, (declaration, token, name) => {
    const [, ...value] = name.split('-');
    const names = [token, value.join('-'), value.slice(1).join('-')];
    return used.has(token) || names.some((each) => words.has(each)) ? declaration : '';
  });
}

async function builtStyles(): Promise<string> {
  const files = await readdir(join('build', 'client', 'assets'));
  const [file, ...others] = files.filter((name) => /^polaris-.*\.css$/.test(name));
  if (!file || others.length > 0) throw new Error("Build the browser's part before the server's.");
  return `/assets/${file}`;
}
