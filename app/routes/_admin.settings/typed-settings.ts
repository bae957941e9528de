import type { Vendor } from '#contract/vendor.ts';
import { colorOfText } from './contrast.ts';

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

/** A text as it is to be saved: without blanks around it, a color in full and a number as it is written elsewhere. */
export function wantedOf(field: SettingField, text: string): string {
  const trimmed = text.trim();
  if (field === 'buttonColor') return colorOfText(trimmed) ?? trimmed;
  const isNumber = field === 'daysBeforeReminder' && /^\+?\d{1,9}$/.test(trimmed);
  return isNumber ? String(Number(trimmed)) : trimmed;
}

/** What of it differs from what is saved, as it is to be saved. */
export function changesOf(typed: Typed, saved: SettingTexts): Typed {
  return Object.fromEntries(
    settingFields.flatMap(({ field }) => {
      const text = typed[field];
      if (text === undefined) return [];
      const wanted = wantedOf(field, text);
      // A color is the same in capitals; an address is another.
      const before = field === 'buttonColor' ? saved[field].toLowerCase() : saved[field];
      return wanted === before ? [] : [[field, wanted]];
    }),
  );
}

/** A text as the merchant reads it elsewhere on the page. */
function inWords(field: SettingField, text: string): string {
  if (field === 'useNoReply') return text === 'true' ? 'no-reply' : 'yesreply';
  return text === '' ? 'empty' : text;
}

/** What was changed elsewhere since the merchant began to type over it: what it is now, and what was typed. */
export type Overtaken = { field: SettingField; text: string };

export function overtakenOf(typed: Typed, seen: Typed, saved: SettingTexts): Overtaken[] {
  const changes = changesOf(typed, saved);
  return settingFields.flatMap(({ field, name }) => {
    const wanted = changes[field];
    if (wanted === undefined || (seen[field] ?? saved[field]) === saved[field]) return [];
    const [now, mine] = [inWords(field, saved[field]), inWords(field, wanted)];
    return [{ field, text: `${name}: now ${now}. You entered ${mine}.` }];
  });
}

// Outlives the screen, so that an error page in its place loses nothing. Only a browser gets to write here, and its document
// belongs to one shop.
let kept: { typed: Typed; seen: Typed } = { typed: {}, seen: {} };

export function keptTyping(): Typed {
  return kept.typed;
}

/** What was saved when the merchant began to type over it. */
export function keptSight(): Typed {
  return kept.seen;
}

export function hasKeptTyping(): boolean {
  return Object.keys(kept.typed).length > 0;
}

export function keepTyping(typed: Typed, seen: Typed = {}): void {
  kept = { typed, seen };
}
