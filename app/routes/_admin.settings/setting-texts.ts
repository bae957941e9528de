import { colorOfText } from '#contract/color.ts';
import type { Vendor } from '#contract/vendor.ts';
import { fieldNames } from './setting-words.ts';

/** The settings that are saved under the save bar, as texts of their fields. */
export function textsOf(vendor: Vendor) {
  return {
    replyToEmail: vendor.replyToEmail ?? '',
    useNoReply: String(vendor.useNoReply),
    daysBeforeReminder: String(vendor.daysBeforeReminder),
    buttonColor: vendor.settings.buttonColor,
  };
}

export type SettingTexts = ReturnType<typeof textsOf>;
export type SettingField = keyof SettingTexts;

/** In the order of the page. */
export const settingFields: readonly SettingField[] = [
  'replyToEmail',
  'useNoReply',
  'daysBeforeReminder',
  'buttonColor',
];

/** A text as it will be saved: trimmed, a color with all its digits, a number without a sign or leading zeros. */
function meantBy(field: SettingField, text: string): string {
  const trimmed = text.trim();
  if (field === 'buttonColor') return colorOfText(trimmed) ?? trimmed;
  const isNumber = field === 'daysBeforeReminder' && /^\+?\d{1,9}$/.test(trimmed);
  return isNumber ? String(Number(trimmed)) : trimmed;
}

/** The fields whose texts mean something else. */
export function differencesOf(one: SettingTexts, other: SettingTexts): SettingField[] {
  return settingFields.filter(
    (field) => meantBy(field, one[field]) !== meantBy(field, other[field]),
  );
}

/** A setting that somebody changed while the merchant edited it, with both values. */
export function conflictInWords(field: SettingField, now: string, mine: string): string {
  return `${fieldNames[field]}: now ${inWords(field, now)}. You entered ${inWords(field, mine)}.`;
}

function inWords(field: SettingField, text: string): string {
  const meant = meantBy(field, text);
  if (field === 'useNoReply') return meant === 'true' ? 'no-reply' : 'yesreply';
  return meant === '' ? 'empty' : meant;
}
