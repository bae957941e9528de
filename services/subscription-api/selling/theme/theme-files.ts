import { z } from 'zod';
import { themeTexts, type WidgetOnTheme, widgetBlocks } from '#contract/theme.ts';
import { ServiceError } from '../../service-error.ts';
import type { ThemeAnswer, ThemeFile } from './documents.ts';

const blockSchema = z.object({
  type: z.string(),
  disabled: z.boolean().optional(),
  // A theme's blocks may contain blocks.
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
  // A preset's name, until the merchant changes a setting.
  current: z.union([
    z.string(),
    z.object({ blocks: z.record(z.string(), blockSchema).optional() }),
  ]),
});

/** Parses a theme's JSON, which the editor starts with a comment; undefined if that fails. */
function parseFile<Content>(file: ThemeFile | undefined, schema: z.ZodType<Content>) {
  const { content, contentBase64 } = file?.body ?? {};
  const text = content ?? Buffer.from(contentBase64 ?? '', 'base64').toString('utf8');
  try {
    return schema.safeParse(JSON.parse(text.replace(/^\s*\/\*[\s\S]*?\*\//, ''))).data;
  } catch {
    // The merchant's editor shows what is wrong with the file.
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

/** The widget's state on the published theme, and the templates with its block: `product`, `product.gift`, `page`. */
export type ThemeReading = {
  state: WidgetOnTheme;
  /** Whether the theme's settings are unreadable and no block is on, so that nobody knows whether the widget is off. */
  isUnreadable: boolean;
  isEmbedOn: boolean;
  templatesWithBlock: string[];
  templates: string[];
  /** The editor's address for adding the block to a template. */
  blockPath: (template: string) => string;
};

/** @throws ServiceError `failed` if only the unreadable settings could tell */
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
