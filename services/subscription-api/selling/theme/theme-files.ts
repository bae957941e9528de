import { z } from 'zod';
import { themeTexts, type WidgetOnTheme, widgetBlocks } from '#contract/theme.ts';
import { ServiceError } from '../../service-error.ts';
import type { ThemeAnswer, ThemeFile } from './documents.ts';

const blockSchema = z.object({
  type: z.string(),
  disabled: z.boolean().optional(),
  // Blocks of a theme may hold blocks.
  get blocks() {
    return z.record(z.string(), blockSchema).optional();
  },
});
type Block = z.infer<typeof blockSchema>;

const templateSchema = z.object({
  sections: z.record(z.string(), blockSchema).default({}),
  order: z.array(z.string()).optional(),
});
const settingsSchema = z.object({
  // The name of a preset until the merchant changed a setting.
  current: z.union([
    z.string(),
    z.object({ blocks: z.record(z.string(), blockSchema).optional() }),
  ]),
});

/** A theme's JSON, which its editor begins with a comment; undefined where it can't be read. */
function parseFile<Content>(file: ThemeFile | undefined, schema: z.ZodType<Content>) {
  const { content, contentBase64 } = file?.body ?? {};
  const text = content ?? Buffer.from(contentBase64 ?? '', 'base64').toString('utf8');
  try {
    return schema.safeParse(JSON.parse(text.replace(/^\s*\/\*[\s\S]*?\*\//, ''))).data;
  } catch {
    // A theme's file may hold anything; the merchant's editor shows what is wrong with it.
    return undefined;
  }
}

/** Whether a block is ours: `shopify://apps/{app}/blocks/{file}/{extension}`. */
function isOurs(type: string, appHandle: string | null, file: string): boolean {
  const [app, kind, name] = type.replace(/^shopify:\/\/apps\//, '').split('/');
  return (
    type.startsWith('shopify://apps/') &&
    (appHandle === null || app === appHandle) &&
    kind === 'blocks' &&
    name === file
  );
}

function isShown(blocks: Record<string, Block> | undefined, ours: (type: string) => boolean) {
  return Object.values(blocks ?? {}).some(
    (block): boolean =>
      block.disabled !== true && (ours(block.type) || isShown(block.blocks, ours)),
  );
}

/** How the widget stands on the published theme, and the templates that hold its block: `product`, `product.gift`, `page`. */
export type ThemeReading = {
  state: WidgetOnTheme;
  /** Whether the theme's settings can't be read and no block is on: then nobody knows that the widget is off. */
  isUnreadable: boolean;
  isEmbedOn: boolean;
  templatesWithBlock: string[];
  /** Every JSON template of the theme. */
  templates: string[];
  /** Where the editor adds the block to a template. */
  blockPath: (template: string) => string;
};

/** @throws ServiceError `failed` where only settings that can't be read would tell */
export function assertReadable({ isUnreadable }: ThemeReading): void {
  if (isUnreadable) throw new ServiceError('failed', { message: themeTexts.unreadable });
}

/** Reads from a theme's files whether it shows the widget. */
export function readThemeFiles(
  { apiKey, handle }: ThemeAnswer['currentAppInstallation']['app'],
  theme: { id: string; name: string } | null,
  files: readonly ThemeFile[],
): ThemeReading {
  const fileOf = (name: string) => files.find((file) => file.filename === name);

  const settingsFile = fileOf('config/settings_data.json');
  const settings = parseFile(settingsFile, settingsSchema)?.current;
  const embeds = typeof settings === 'object' ? settings.blocks : undefined;
  const isEmbedOn = isShown(embeds, (type) => isOurs(type, handle, widgetBlocks.embed));

  const templates: string[] = [];
  const templatesWithBlock: string[] = [];
  for (const file of files) {
    const name = /^templates\/(.+)\.json$/.exec(file.filename)?.[1];
    const template = name === undefined ? undefined : parseFile(file, templateSchema);
    if (name === undefined || template === undefined) continue;
    templates.push(name);
    const { sections, order = Object.keys(sections) } = template;
    const shown = Object.fromEntries(
      Object.entries(sections).filter(([section]) => order.includes(section)),
    );
    if (isShown(shown, (type) => isOurs(type, handle, widgetBlocks.block))) {
      templatesWithBlock.push(name);
    }
  }

  const isBlockOn = templatesWithBlock.includes('product');
  const blockPath = (template: string) =>
    editorPath({
      template,
      addAppBlockId: `${apiKey}/${widgetBlocks.block}`,
      target: 'mainSection',
    });
  return {
    state: {
      theme: theme && { id: theme.id, name: theme.name },
      isWidgetOn: isEmbedOn || isBlockOn,
      takesBlocks: templates.includes('product'),
      editorPaths: {
        block: blockPath('product'),
        embed: editorPath({
          context: 'apps',
          template: 'product',
          activateAppId: `${apiKey}/${widgetBlocks.embed}`,
        }),
      },
    },
    isUnreadable: settingsFile !== undefined && settings === undefined && !isBlockOn,
    isEmbedOn,
    templatesWithBlock,
    templates,
    blockPath,
  };
}

function editorPath(parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${value.split('/').map(encodeURIComponent).join('/')}`,
  );
  return `/themes/current/editor?${query.join('&')}`;
}
