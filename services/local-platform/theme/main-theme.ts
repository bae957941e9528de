import { z } from 'zod';
import type { Theme } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** The real platform's note at the head of a template that its editor wrote. */
const generatedNote = `/*
 * IMPORTANT: The contents of this file are auto-generated.
 * This file may be updated by the theme editor.
 */
`;

const blockSchema = z.looseObject({ type: z.string(), disabled: z.boolean().optional() });
const blocksSchema = z.record(z.string(), blockSchema);

const templateSchema = z.looseObject({
  sections: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      blocks: blocksSchema.optional(),
      block_order: z.array(z.string()).optional(),
    }),
  ),
  order: z.array(z.string()),
});
const settingsSchema = z.looseObject({
  current: z.looseObject({ blocks: blocksSchema.optional() }),
});

export type Template = z.infer<typeof templateSchema>;
type ThemeSettings = z.infer<typeof settingsSchema>;

/** Reads a theme's JSON file, with or without the note at its head. */
function parseFile<Content>(content: string, schema: z.ZodType<Content>): Content {
  return schema.parse(JSON.parse(content.replace(/^\s*\/\*[\s\S]*?\*\//, '')));
}

export function readTemplate(theme: Theme, name: string): Template | null {
  const content = theme.files[`templates/${name}.json`];
  return content === undefined ? null : parseFile(content, templateSchema);
}

export function readSettings(theme: Theme): ThemeSettings {
  return parseFile(theme.files['config/settings_data.json'] ?? '{"current":{}}', settingsSchema);
}

export function writeFile(content: object): string {
  return `${generatedNote}${JSON.stringify(content, null, 2)}\n`;
}

const sectionsOf = (type: string, blocks: readonly string[]) => ({
  sections: {
    main: {
      type,
      blocks: Object.fromEntries(blocks.map((block) => [block, { type: block, settings: {} }])),
      block_order: [...blocks],
      settings: {},
    },
  },
  order: ['main'],
});

const productBlocks = ['title', 'price', 'variant_picker', 'buy_buttons', 'description'];

const files = {
  'config/settings_data.json': writeFile({ current: { blocks: {} } }),
  'templates/product.json': writeFile(sectionsOf('main-product', productBlocks)),
  'templates/page.json': writeFile(sectionsOf('main-page', [])),
  'templates/cart.json': writeFile(sectionsOf('main-cart', [])),
};

/** The store's published theme; until the editor saves it, a theme without any app blocks. */
export function mainTheme(store: Store, now: string): Theme {
  const [saved] = store.tables.themes.all();
  return saved ?? { id: 1, name: 'Morning', role: 'MAIN', files, createdAt: now, updatedAt: now };
}
