import type { Vendor } from '#contract/vendor.ts';

/** The settings that are saved under the save bar, as texts of their fields. */
export type SettingTexts = {
  replyToEmail: string;
  useNoReply: string;
  daysBeforeReminder: string;
  buttonColor: string;
};

export type SettingField = keyof SettingTexts;

/** In the order of the page, with what the merchant knows them as. */
export const settingFields: ReadonlyArray<{ field: SettingField; name: string }> = [
  { field: 'replyToEmail', name: 'Reply-to email' },
  { field: 'useNoReply', name: 'Sender' },
  { field: 'daysBeforeReminder', name: 'Days before reminder' },
  { field: 'buttonColor', name: 'Button color' },
];

export function textsOf(vendor: Vendor): SettingTexts {
  return {
    replyToEmail: vendor.replyToEmail ?? '',
    useNoReply: String(vendor.useNoReply),
    daysBeforeReminder: String(vendor.daysBeforeReminder),
    buttonColor: vendor.settings.buttonColor,
  };
}

/** What the merchant typed, of the fields that were touched. */
export type Typed = Partial<SettingTexts>;

/** What of it differs from what is saved. */
export function changesOf(typed: Typed, saved: SettingTexts): Typed {
  const isChanged = (field: SettingField) => {
    const text = typed[field]?.trim();
    if (text === undefined) return false;
    // A color is the same in capitals; an address is another.
    if (field === 'buttonColor') return text.toLowerCase() !== saved[field].toLowerCase();
    return text !== saved[field];
  };
  const changed = settingFields.filter(({ field }) => isChanged(field));
  return Object.fromEntries(changed.map(({ field }) => [field, typed[field]]));
}

// Outlives the screen, so that an error page in its place loses nothing. Only a browser gets to write here, and its document
// belongs to one shop.
let kept: Typed = {};

export function keptTyping(): Typed {
  return kept;
}

export function hasKeptTyping(): boolean {
  return Object.keys(kept).length > 0;
}

export function keepTyping(typed: Typed): void {
  kept = typed;
}
