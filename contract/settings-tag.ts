import type { SettingValue } from './setting-change.ts';

/**
 * The `If-Match` of PATCH /vendor/settings: what the caller last saw of the settings that it sends, by their keys. A text of a value is
 * taken for the value, and an empty one for none.
 */
export function settingsTag(seen: { readonly [key: string]: SettingValue }): string {
  const values = Object.entries(seen).map(([key, value]) => [key, `${value ?? ''}`]);
  return `"${encodeURIComponent(JSON.stringify(values.sort()))}"`;
}

/** The message when the settings changed after the caller read them. */
export const changedMeanwhile = 'Changed in the meantime, so nothing was saved.';
