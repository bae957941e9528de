import type { BillingRules, EndRule } from '#contract/billing-rules.ts';
import { billingRuleLimits } from '#contract/recurring-limits.ts';
import { parseNumber } from '../../forms/parse-number.ts';
import { endNames, hourInWords } from './rules-in-words.ts';
import { ruleNames } from './setting-words.ts';

/** A rule of billing, by the name of its field. */
export type RuleField = keyof typeof ruleNames;

/** The rules as texts of their fields; a box that is ticked is `on`. */
export type RuleTexts = Record<RuleField, string>;

/** In the order of the page. */
export const ruleFields: readonly RuleField[] = [
  'hour',
  'catchUpDays',
  'payment.retries',
  'payment.afterDays',
  'payment.end',
  'asksForMethod',
  'stock.retries',
  'stock.afterDays',
  'stock.end',
  'isOversold',
];

export function textsOfRules({ payment, stock, ...rules }: BillingRules): RuleTexts {
  return {
    hour: String(rules.hour),
    catchUpDays: String(rules.catchUpDays),
    'payment.retries': String(payment.retries),
    'payment.afterDays': String(payment.afterDays),
    'payment.end': payment.end,
    asksForMethod: rules.asksForMethod ? 'on' : '',
    'stock.retries': String(stock.retries),
    'stock.afterDays': String(stock.afterDays),
    'stock.end': stock.end,
    isOversold: rules.isOversold ? 'on' : '',
  };
}

type TypedRetries = { retries?: string; afterDays?: string; end?: string };
type Typed = {
  hour?: string;
  catchUpDays?: string;
  payment?: TypedRetries;
  stock?: TypedRetries;
  isOversold?: string;
  asksForMethod?: string;
};

/** The form's texts. Conform leaves out empty ones. */
export function textsTyped({ payment = {}, stock = {}, ...typed }: Typed = {}): RuleTexts {
  return {
    hour: typed.hour ?? '',
    catchUpDays: typed.catchUpDays ?? '',
    'payment.retries': payment.retries ?? '',
    'payment.afterDays': payment.afterDays ?? '',
    'payment.end': payment.end ?? '',
    asksForMethod: typed.asksForMethod ?? '',
    'stock.retries': stock.retries ?? '',
    'stock.afterDays': stock.afterDays ?? '',
    'stock.end': stock.end ?? '',
    isOversold: typed.isOversold ?? '',
  };
}

/** The rules that texts stand for; null where one of them is no rule. */
export function rulesOfTexts(texts: RuleTexts): BillingRules | null {
  const numberIn = (field: RuleField, [from, to]: readonly [number, number]) => {
    const number = parseNumber(texts[field]);
    return Number.isInteger(number) && number >= from && number <= to ? number : null;
  };
  const hour = numberIn('hour', billingRuleLimits.hour);
  const catchUpDays = numberIn('catchUpDays', billingRuleLimits.catchUpDays);
  const retriesOf = (what: 'payment' | 'stock') => {
    const retries = numberIn(`${what}.retries`, billingRuleLimits.retries);
    const afterDays = numberIn(`${what}.afterDays`, billingRuleLimits.afterDays);
    const end = texts[`${what}.end`];
    return retries === null || afterDays === null || !isEnd(end)
      ? null
      : { retries, afterDays, end };
  };
  const payment = retriesOf('payment');
  const stock = retriesOf('stock');
  if (hour === null || catchUpDays === null || payment === null || stock === null) return null;
  const isOversold = texts.isOversold === 'on';
  return {
    hour,
    catchUpDays,
    payment,
    stock,
    isOversold,
    asksForMethod: texts.asksForMethod === 'on',
  };
}

function isEnd(text: string): text is EndRule {
  return text in endNames;
}

/** The fields whose texts mean something else. */
export function differentRules(one: RuleTexts, other: RuleTexts): RuleField[] {
  return ruleFields.filter((field) => meantBy(one[field]) !== meantBy(other[field]));
}

/** A number is written in more than one way. */
function meantBy(text: string): string {
  const number = parseNumber(text);
  return Number.isNaN(number) ? text.trim() : String(number);
}

/** A rule that somebody changed while the merchant edited it, with both values. */
export function ruleConflictInWords(field: RuleField, now: string, mine: string): string {
  return `${ruleNames[field]}: now ${ruleValueInWords(field, now)}. You entered ${ruleValueInWords(field, mine)}.`;
}

/** A rule's value in words: `cancel the subscription`, `9 AM`. */
export function ruleValueInWords(field: RuleField, text: string): string {
  const meant = meantBy(text);
  if (field === 'isOversold' || field === 'asksForMethod') return meant === 'on' ? 'on' : 'off';
  if (field === 'hour') return hourInWords(Number(meant));
  if (isEnd(meant)) return endNames[meant].toLowerCase();
  return meant === '' ? 'empty' : meant;
}
