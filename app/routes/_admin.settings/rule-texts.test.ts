import { describe, expect, it } from 'vitest';
import { billingRulesSchema, usualRules } from '#contract/billing-rules.ts';
import { parseEditedRules } from './edited-rules.ts';
import {
  differentRules,
  type RuleField,
  ruleConflictInWords,
  ruleFields,
  rulesOfTexts,
  textsOfRules,
  textsTyped,
} from './rule-texts.ts';

const rules = { ...usualRules, hour: 10, catchUpDays: 3 };
const texts = textsOfRules(rules);

/** Form data as the browser posts it. */
function posted(of: Readonly<Record<string, string>>): FormData {
  const formData = new FormData();
  for (const [name, text] of Object.entries(of)) formData.set(name, text);
  return formData;
}

const extremes = [
  ...[-1, 0, 1, 10, 11, 14, 15, 23, 24, 30, 31].map(String),
  '07',
  ' 7 ',
  '2.5',
  'soon',
  '',
];
const fields = ruleFields.filter((field) => !['isOversold', 'asksForMethod'].includes(field));

describe('texts of the rules', () => {
  it.each(fields.flatMap((field) => extremes.map((text) => [field, text] as const)))(
    'of %s "%s" are read here as the contract reads them',
    (field, text) => {
      const typed = { ...texts, [field]: text };
      const parsed = parseEditedRules(posted(typed));
      expect(rulesOfTexts(typed)).toEqual(parsed.status === 'success' ? parsed.value : null);
    },
  );

  it('come and go', () => {
    for (const of of [rules, { ...rules, isOversold: true, asksForMethod: false, hour: 0 }]) {
      expect(rulesOfTexts(textsOfRules(of))).toEqual(of);
      const parsed = parseEditedRules(posted(textsOfRules(of)));
      expect(parsed).toMatchObject({ status: 'success', value: billingRulesSchema.parse(of) });
    }
  });

  it('are all there where the form leaves out what is empty', () => {
    expect(Object.keys(textsTyped()).sort()).toEqual([...ruleFields].sort());
    expect(textsTyped({ hour: '3', stock: { end: 'skip' }, isOversold: 'on' })).toMatchObject({
      hour: '3',
      'stock.end': 'skip',
      'stock.retries': '',
      isOversold: 'on',
    });
  });

  it('differ by what they mean', () => {
    expect(differentRules({ ...texts, hour: ' 010 ' }, texts)).toEqual([]);
    expect(differentRules({ ...texts, hour: '', asksForMethod: '' }, texts)).toEqual([
      'hour',
      'asksForMethod',
    ]);
  });
});

it.each<[RuleField, string, string, string]>([
  ['hour', '9', '17', 'Hour of billing: now 9 AM. You entered 5 PM.'],
  ['payment.retries', '5', '', 'Retries after a failed payment: now 5. You entered empty.'],
  [
    'stock.end',
    'pause',
    'cancel',
    'After the last retry when out of stock: now pause the subscription. You entered cancel the subscription.',
  ],
  ['isOversold', '', 'on', 'Sell products that are out of stock: now off. You entered on.'],
])('a conflict over %s is said in words', (field, now, mine, words) => {
  expect(ruleConflictInWords(field, now, mine)).toBe(words);
});
