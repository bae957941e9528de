import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawnByServerAlone, polarisStyles } from './polaris-styles.ts';

type Modules = { entry: string; [name: string]: string };

/** Builds an app of these modules, which import each other by name. */
async function buildOf(modules: Modules) {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      polarisStyles(),
      {
        name: 'modules',
        resolveId: (id) => (id in modules ? `\0${id}` : null),
        load: (id) => modules[id.slice(1)] ?? null,
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: 'entry', external: /^react/ } },
  });
  if (!('output' in built)) throw new Error('This is one build, and no watching.');
  return built.output;
}

/** Builds an app of these elements; the style sheet that it gets, and the script that names it. */
async function buildWith(elements: string) {
  const output = await buildOf({
    entry: `import styles from '@shopify/polaris/build/esm/styles.css?url';
            import { Badge, Box, IndexTable, Modal, Text } from '@shopify/polaris';
            import { createElement } from 'react';
            globalThis.screen = [styles, ${elements}];`,
  });
  const asset = output.find(({ fileName }) => /^assets\/polaris-[\w-]+\.css$/.test(fileName));
  if (asset?.type !== 'asset') throw new Error('The build has no style sheet.');
  const scripts = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  return { styles: String(asset.source), address: `/${asset.fileName}`, scripts };
}

type Built = Awaited<ReturnType<typeof buildWith>>;

describe('the style sheet of an app', () => {
  let app: Built;
  beforeAll(async () => {
    app = await buildWith(
      `createElement(Badge, { tone: 'info' }), createElement(Modal, { open: true }),
       createElement(IndexTable.Row, { id: '1', position: 0 }),
       createElement(Box, { background: 'bg-surface-info', paddingInline: { xs: '400' } })`,
    );
  }, 60_000);

  it('is asked for by a name of its own content', async () => {
    expect(app.scripts).toContain(`"${app.address}"`);
    const other = await buildWith(`createElement(Text, { as: 'p' })`);
    expect(other.address).not.toBe(app.address);
  }, 60_000);

  it.each([
    [true, 'the components in use', '.Polaris-Badge{'],
    [true, 'what a prop with a value leads to', '.Polaris-Badge--toneInfo{'],
    [true, 'what stands inside of these', '.Polaris-Button{'],
    [true, 'motion', '@keyframes p-motion-keyframes-spin{'],
    [true, 'print', '@media print{'],
    [true, 'forced colours', '@media(forced-colors:active){'],
    [true, 'what is set on the document by script', '.p-theme-light{'],
    [true, 'the document itself', 'html{'],
    [true, 'the size of text on telephones', '-webkit-text-size-adjust:100%'],
    [true, 'tokens that a prop names', '--p-color-bg-surface-info:#eaf4ff'],
    [true, 'tokens that a breakpoint names', '--p-space-400:1rem'],
    [true, "components' own properties", '--pc-box-padding-inline-start-xs'],
    [false, 'components that nobody uses', '.Polaris-DatePicker'],
    [false, 'other themes', 'dark-experimental'],
    [false, 'tokens that nobody names', '--p-color-bg-fill-magic'],
    [false, 'tokens where they have one value', 'var(--p-color-bg-surface)'],
    [false, 'what stands behind a prop that is not passed', '.Polaris-IndexTable--toneSuccess'],
    [
      false,
      'what stands behind another value of such a prop',
      '.Polaris-IndexTable__TableRow--child',
    ],
    [false, 'browsers that are gone', '-ms-high-contrast'],
  ])('has (%s) %s', (isThere, _name, text) => {
    expect(app.styles.includes(text)).toBe(isThere);
  });
});

describe('the rules of a component that only a dialog has', () => {
  const entry = (dialog: string) =>
    `import styles from '@shopify/polaris/build/esm/styles.css?url';
     import dropZoneStyles from '@shopify/polaris/build/esm/styles.css?only=DropZone&url';
     import { Badge } from '@shopify/polaris';
     ${dialog}
     globalThis.screen = [styles, dropZoneStyles, Badge, Dialog];`;
  const dialog = `export { DropZone as default } from '@shopify/polaris';`;

  it('stand in a style sheet of their own', async () => {
    const output = await buildOf({
      entry: entry(`const Dialog = () => import('dialog');`),
      dialog,
    });
    const styleOf = (name: RegExp) => {
      const file = output.find(({ fileName }) => name.test(fileName));
      return file?.type === 'asset' ? String(file.source) : '';
    };
    expect(styleOf(/polaris-[\w-]+\.css$/)).toContain('.Polaris-Badge{');
    expect(styleOf(/polaris-[\w-]+\.css$/)).not.toContain('.Polaris-DropZone');
    expect(styleOf(/DropZone-[\w-]+\.css$/)).toContain('.Polaris-DropZone{');
    expect(styleOf(/DropZone-[\w-]+\.css$/)).not.toContain('.Polaris-Badge');
  }, 60_000);

  it('stop the build where a page draws it at once', async () => {
    const built = buildOf({ entry: entry(`import Dialog from 'dialog';`), dialog });
    await expect(built).rejects.toThrow('A page draws DropZone before its styles are asked for.');
  }, 60_000);
});

it('names what draws with Polaris in the server’s build alone', () => {
  const module = (file: string, imported: string, isIncluded = true) => ({
    id: join(process.cwd(), file),
    importedIds: ['react', imported],
    isIncluded,
  });
  const server = [
    module('app/Screen.tsx?route', '@shopify/polaris'),
    module('app/letter.tsx', '/a/node_modules/@shopify/polaris/build/esm/index.js'),
    module('app/icon.tsx', '@shopify/polaris-icons'),
    module('app/unused.tsx', '@shopify/polaris', false),
    module('node_modules/x/index.js', '@shopify/polaris'),
  ];
  expect(drawnByServerAlone(server, new Set(['app/Screen.tsx']))).toEqual(['app/letter.tsx']);
});
