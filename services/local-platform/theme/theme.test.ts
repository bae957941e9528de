import { expect, it } from 'vitest';
import { z } from 'zod';
import { widgetBlocks } from '#contract/theme.ts';
import { executor, storeOf, testPlatform } from '../test-platform.ts';
import { appBlockType, changeTheme, shownTheme } from './editor.ts';
import { mainTheme } from './main-theme.ts';

const now = '2026-01-01T00:00:00Z';
const handle = 'cadence';
const filesSchema = z.object({
  data: z.object({
    themes: z.object({
      nodes: z.array(
        z.object({
          files: z.object({
            nodes: z.array(
              z.object({ filename: z.string(), body: z.object({ content: z.string() }) }),
            ),
          }),
        }),
      ),
    }),
  }),
});
const filesQuery = (names: string) =>
  `{ themes(first: 1, roles: [MAIN]) { nodes { files(first: 50, filenames: ${names}) { nodes {
    filename body { ... on OnlineStoreThemeFileBodyText { content } }
  } } } } }`;

it('keeps what the merchant saved, and shows it as the platform does', async () => {
  const platform = testPlatform();
  const store = storeOf(platform);
  const add = { kind: 'add-block', template: 'product', block: widgetBlocks.block } as const;
  const embed = { kind: 'embed', block: widgetBlocks.embed } as const;
  changeTheme(store, handle, now, add);
  changeTheme(store, handle, now, { ...embed, on: true });
  expect(shownTheme(mainTheme(store, now), handle)).toMatchObject({
    templates: expect.arrayContaining([{ name: 'product', blocks: [widgetBlocks.block] }]),
    embeds: [widgetBlocks.embed],
  });
  const answer = filesSchema.parse(await executor(platform)(filesQuery('["templates/p*.json"]')));
  const files = answer.data.themes.nodes[0]?.files.nodes ?? [];
  expect(files.map(({ filename }) => filename)).toEqual([
    'templates/product.json',
    'templates/page.json',
  ]);
  expect(files[0]?.body.content).toMatch(/^\/\*/);
  expect(files[0]?.body.content).toContain(appBlockType(handle, widgetBlocks.block));

  changeTheme(store, handle, now, { ...add, kind: 'remove-block' });
  changeTheme(store, handle, now, { ...embed, on: false });
  expect(JSON.stringify(shownTheme(mainTheme(store, now), handle))).not.toContain('subscription');
});

it('needs read_themes', async () => {
  const execute = executor(testPlatform(), ['read_products']);
  expect(JSON.stringify(await execute('{ themes(first: 1) { nodes { id } } }'))).toContain(
    'ACCESS_DENIED',
  );
});

it('changes nothing on a template that the theme lacks', () => {
  const store = storeOf(testPlatform());
  changeTheme(store, handle, now, { kind: 'add-block', template: 'blog', block: 'plans' });
  expect(store.tables.themes.all()).toEqual([]);
});
