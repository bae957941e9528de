import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';
import type { Plugin, Rollup } from 'vite';
import { z } from 'zod';
import { PassedProps } from './passed-props.ts';
import { reduceStyles } from './reduce-styles.ts';
import { classMapOf, usedClasses } from './used-classes.ts';

/** How the app imports Polaris' style sheet, or one component's part of it, for its address. */
const stylesAddress = /@shopify\/polaris\/build\/esm\/styles\.css\?(?:only=(\w+)&)?url$/;
/** Where Polaris keeps the classes of its components. */
const classMaps = /@shopify\/polaris\/build\/esm\/.*\.css\.js$/;
/** They know no component of Polaris, and so none of its props. */
const foreignModules = /\/node_modules\/(?!@shopify\/polaris\/)/;
const polaris = /(^|\/)@shopify\/polaris(\/|$)/;
/** Names every token, and uses none. */
const tokenModules = /@shopify\/polaris-tokens\//;

/**
 * Makes Polaris' style sheet as small as the app allows: what its modules, of all routes, can ask for. The server's build
 * takes the address of the file that the browser's build made just before.
 */
export function polarisStyles(): Plugin {
  let isServer = false;
  let assetsFolder = '';
  let base = '/';
  let stylesFile = '';
  /** What Rollup calls the files, by the component that a file is for; all the rest is under no name. */
  const assets = new Map<string, string>();
  return {
    name: 'polaris-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
      base = config.base;
      assetsFolder = config.build.assetsDir;
    },
    async load(id) {
      const asked = stylesAddress.exec(id);
      if (!asked) return null;
      const [, only = ''] = asked;
      stylesFile = withoutQuery(id);
      // The server draws no dialog, and needs the styles of none.
      if (isServer && only) return `export default '';`;
      if (isServer)
        return `export default ${JSON.stringify(base + (await builtStyles(assetsFolder)))};`;
      const asset = this.emitFile({ type: 'asset', name: `${only || 'polaris'}.css` });
      assets.set(only, asset);
      return `export default import.meta.ROLLUP_FILE_URL_${asset};`;
    },
    resolveFileUrl({ referenceId, fileName }) {
      return [...assets.values()].includes(referenceId) ? JSON.stringify(base + fileName) : null;
    },
    async buildEnd(error) {
      if (error) return;
      if (isServer && stylesFile) {
        const alone = drawnByServerAlone(modulesOf(this), await browsersModules());
        if (alone.length > 0) {
          this.error(`The browser's build lacks these, so their styles are lost: ${alone}`);
        }
      }
      const { '': first, ...apart } = Object.fromEntries(assets);
      if (first === undefined) return;
      const [styles, ...theirs] = await reduceStyles(
        await readFile(stylesFile, 'utf8'),
        includedScripts(this),
        Object.keys(apart),
      );
      this.setAssetSource(first, styles);
      for (const [at, asset] of Object.values(apart).entries()) {
        this.setAssetSource(asset, theirs[at] ?? '');
      }
    },
    generateBundle(_, bundle) {
      const early = loadedAtOnce(Object.values(bundle));
      for (const component of assets.keys()) {
        const folder = `/@shopify/polaris/build/esm/components/${component}/`;
        if (component && early.some((id) => id.includes(folder))) {
          this.error(`A page draws ${component} before its styles are asked for.`);
        }
      }
    },
  };
}

/** What the modules that the browser can load say, with the classes that Polaris' components can set. */
function includedScripts(context: Rollup.PluginContext): string {
  const modules = modulesOf(context)
    .filter(({ id, isIncluded }) => isIncluded && !tokenModules.test(id))
    .map(({ id, code }) => ({ id, code: code ?? '' }))
    .map((module) => ({ ...module, tree: context.parse(module.code) }));
  const maps = new Map(
    modules.filter(({ id }) => classMaps.test(id)).map(({ id, tree }) => [id, classMapOf(tree)]),
  );
  const scripts = modules.filter(({ id }) => !maps.has(id));
  const passed = new PassedProps(
    scripts.filter(({ id }) => !foreignModules.test(id)).map(({ tree }) => tree),
  );
  const classes = scripts.flatMap(({ id, tree }) =>
    tree.body.flatMap((statement) => {
      if (statement.type !== 'ImportDeclaration') return [];
      const source = String(statement.source.value);
      const map = source.startsWith('.') ? maps.get(join(dirname(id), source)) : undefined;
      const local = statement.specifiers[0]?.local.name;
      return map && local ? [...usedClasses(tree, local, map, passed)] : [];
    }),
  );
  return [...scripts.map(({ code }) => code), ...classes].join('\n');
}

function modulesOf(context: Rollup.PluginContext): Rollup.ModuleInfo[] {
  return [...context.getModuleIds()].flatMap((id) => context.getModuleInfo(id) ?? []);
}

/** The modules that come with a page, and not later with a dialog of it. */
function loadedAtOnce(files: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[]): string[] {
  const chunks = new Map(
    files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const early = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  // A set goes on to what is added while it is walked.
  for (const { imports } of early) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk) early.add(chunk);
    }
  }
  return [...early].flatMap(({ moduleIds }) => moduleIds);
}

type Module = Pick<Rollup.ModuleInfo, 'id' | 'importedIds' | 'isIncluded'>;

/** The app's modules that draw with Polaris and are in the server's build only: nobody counted their classes. */
export function drawnByServerAlone(server: readonly Module[], browsers: ReadonlySet<string>) {
  return server
    .filter(({ isIncluded }) => isIncluded)
    .filter(({ importedIds }) => importedIds.some((imported) => polaris.test(imported)))
    .map(({ id }) => relative(process.cwd(), withoutQuery(id)))
    .filter((file) => !file.startsWith('node_modules/') && !browsers.has(file));
}

/** Named from the repository's folder, as `vite/module-sizes.ts` lists them. */
async function browsersModules(): Promise<Set<string>> {
  const list = await readFile(join('build', 'module-sizes.json'), 'utf8');
  const sizes = z.record(z.string(), z.record(z.string(), z.number())).parse(JSON.parse(list));
  return new Set(Object.values(sizes).flatMap((modules) => Object.keys(modules).map(withoutQuery)));
}

function withoutQuery(id: string): string {
  return id.replace(/\?.*$/, '');
}

async function builtStyles(assetsFolder: string): Promise<string> {
  const files = await readdir(join('build', 'client', assetsFolder));
  const [file, ...others] = files.filter((name) => /^polaris-.*\.css$/.test(name));
  if (!file || others.length > 0) throw new Error("Build the browser's part before the server's.");
  return join(assetsFolder, file);
}
