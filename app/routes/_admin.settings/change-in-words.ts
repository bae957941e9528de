import { formatInstant } from '#contract/format.ts';
import { channelTexts, notificationTexts } from '#contract/notification-texts.ts';
import { channels, notificationNames } from '#contract/notifications.ts';
import { type SettingValue, secretChanged } from '#contract/setting-change.ts';
import type { ListedChanges } from '#contract/vendor-settings.ts';
import { ruleFields, ruleValueInWords } from './rule-texts.ts';
import { features, fieldNames, ruleNames } from './setting-words.ts';
import type { ShownChange } from './shown-change.ts';

type Change = { setting: string; from: SettingValue; to: SettingValue };
type Words = {
  name: string;
  isInverse?: boolean;
  /** Shown in place of values that mean nothing to merchants (addresses, ids). */
  noun?: string;
  /** Shown for false and for true. */
  states?: readonly [string, string];
  /** Says a value that is neither none nor a switch. */
  say?: (value: string) => string;
};

const known = new Map<string, Words>([
  ...features.map(({ setting, ...words }): [string, Words] => [`settings.${setting}`, words]),
  ['settings.buttonColor', { name: fieldNames.buttonColor }],
  ['settings.img_url', { name: 'Logo', noun: 'a picture' }],
  ['shopifyManifest.faqPageId', { name: 'FAQ page', noun: 'a page' }],
  ['replyToEmail', { name: fieldNames.replyToEmail }],
  ['useNoReply', { name: fieldNames.useNoReply, states: ['yesreply', 'no-reply'] }],
  ['daysBeforeReminder', { name: fieldNames.daysBeforeReminder }],
  ['billing.noticeHours', { name: 'Hours before an order by use' }],
  ['billing.state', { name: 'Billing of recurring orders' }],
  ...ruleFields.map((rule): [string, Words] => [
    `billing.${rule}`,
    { name: ruleNames[rule], say: (value) => ruleValueInWords(rule, value) },
  ]),
  ['notifications.useGifs', { name: 'GIFs in text messages' }],
  ...notificationNames.flatMap((name) =>
    channels.map((channel): [string, Words] => [
      `notifications.${name}.${channel}`,
      { name: `${notificationTexts[name].title}: ${channelTexts[channel]}` },
    ]),
  ),
]);

/** A change in words: which setting, from what to what. */
export function changeInWords({ setting, from, to }: Change): { setting: string; change: string } {
  const words = known.get(setting) ?? { name: nameInWords(setting) };
  const say = (value: SettingValue) => valueInWords(value, words);
  const isSecret = from === secretChanged || to === secretChanged;
  const change = isSecret
    ? to === null
      ? 'removed'
      : 'changed'
    : `from ${say(from)} to ${say(to)}`;
  return { setting: words.name, change };
}

function valueInWords(value: SettingValue, words: Words): string {
  const { isInverse = false, noun, states: [off, on] = ['off', 'on'], say = String } = words;
  if (value === null || value === '') return 'none';
  if (noun !== undefined) return noun;
  if (typeof value === 'boolean') return value === isInverse ? off : on;
  return say(String(value));
}

/** `integrations.shipstation` is "Integrations: shipstation". */
function nameInWords(setting: string): string {
  const [first = '', ...rest] = setting.split('.').map((part) =>
    part
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  );
  const name = first.charAt(0).toUpperCase() + first.slice(1);
  return rest.length === 0 ? name : `${name}: ${rest.join(', ')}`;
}

const people = { you: 'You', 'somebody else': 'Another member of staff', nobody: 'Cadence' };

/** Changes in words. */
export function shownChanges({ changes, timeZone }: ListedChanges): ShownChange[] {
  return changes.map(({ id, by, changedAt, undo, ...change }) => ({
    id,
    ...changeInWords(change),
    by: people[by],
    when: formatInstant(timeZone, changedAt),
    undo,
  }));
}
