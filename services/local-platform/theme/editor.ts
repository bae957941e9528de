import type { Theme } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { mainTheme, readSettings, readTemplate, writeFile } from './main-theme.ts';

/** The extension's id in a block's type; the real platform assigns one to each extension. */
const extensionId = '0b1a6c2e-5f43-4f0a-9d1e-2c7f6a8b9d10';

/** The type of an app's block or embed in a theme's files. */
export function appBlockType(appHandle: string, block: string): string {
  return `shopify://apps/${appHandle}/blocks/${block}/${extensionId}`;
}

/** The file of an app's block from its type, such as `subscription-plans`; null for blocks of the theme or another app. */
export function appBlockOf(type: string, appHandle: string): string | null {
  const prefix = `shopify://apps/${appHandle}/blocks/`;
  return type.startsWith(prefix) ? (type.slice(prefix.length).split('/')[0] ?? null) : null;
}

type ThemeChange =
  | { kind: 'add-block'; template: string; block: string; settings?: object }
  | { kind: 'remove-block'; template: string; block: string }
  | { kind: 'embed'; block: string; on: boolean }
  | { kind: 'add-template'; template: string };

/** Saves a change of the published theme; does nothing if the theme lacks the template. */
export function changeTheme(store: Store, appHandle: string, now: string, change: ThemeChange) {
  const theme = mainTheme(store, now);
  const file = changedFile(theme, appHandle, change);
  if (file === null) return theme;
  return store.transact((transaction) => {
    const id = store.tables.themes.all()[0]?.id ?? transaction.newId();
    const next: Theme = { ...theme, id, files: { ...theme.files, ...file }, updatedAt: now };
    transaction.put('themes', next);
    return next;
  });
}

function changedFile(
  theme: Theme,
  appHandle: string,
  change: ThemeChange,
): Record<string, string> | null {
  if (change.kind === 'embed') return embedFile(theme, appHandle, change);
  const name = `templates/${change.template}.json`;
  if (change.kind === 'add-template') {
    const plain = theme.files['templates/product.json'];
    return plain === undefined ? null : { [name]: plain };
  }
  const template = readTemplate(theme, change.template);
  const [first = ''] = template?.order ?? [];
  const section = template?.sections[first];
  if (template === null || section === undefined) return null;
  const type = appBlockType(appHandle, change.block);
  const { blocks = {}, block_order: order = Object.keys(blocks) } = section;
  if (change.kind === 'remove-block') {
    const kept = order.filter((id) => blocks[id]?.type !== type);
    section.block_order = kept;
    section.blocks = Object.fromEntries(Object.entries(blocks).filter(([id]) => kept.includes(id)));
  } else {
    const id = `subscription_plans_${order.length}`;
    const before = order.indexOf('buy_buttons');
    section.blocks = { ...blocks, [id]: { type, settings: change.settings ?? {} } };
    section.block_order = order.toSpliced(before === -1 ? order.length : before, 0, id);
  }
  return { [name]: writeFile(template) };
}

function embedFile(
  theme: Theme,
  appHandle: string,
  { block, on }: Extract<ThemeChange, { kind: 'embed' }>,
): Record<string, string> {
  const settings = readSettings(theme);
  const type = appBlockType(appHandle, block);
  const { blocks = {} } = settings.current;
  const known = Object.keys(blocks).find((id) => blocks[id]?.type === type);
  const id = known ?? String(Object.keys(blocks).length + 1);
  settings.current.blocks = {
    ...blocks,
    [id]: { settings: {}, ...blocks[id], type, disabled: !on },
  };
  return { 'config/settings_data.json': writeFile(settings) };
}

/** The editor's view of a theme: the app's blocks on each template, and its active embeds. */
export function shownTheme(theme: Theme, appHandle: string) {
  const ours = (blocks: Record<string, { type: string; disabled?: boolean | undefined }> = {}) =>
    Object.values(blocks).flatMap(({ type, disabled }) =>
      disabled === true ? [] : (appBlockOf(type, appHandle) ?? []),
    );
  const templates = Object.keys(theme.files).flatMap((file) => {
    const name = /^templates\/(.+)\.json$/.exec(file)?.[1];
    const template = name === undefined ? null : readTemplate(theme, name);
    if (name === undefined || template === null) return [];
    return [
      { name, blocks: Object.values(template.sections).flatMap(({ blocks }) => ours(blocks)) },
    ];
  });
  return { name: theme.name, templates, embeds: ours(readSettings(theme).current.blocks) };
}
