import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { endRules } from '#contract/billing-rules.ts';
import { merchantReasons } from '../billing/decisions.ts';
import type { NextStep } from '../billing/dunning.ts';
import { passedReasons, type Standstill, statuses } from '../billing/hindrance.ts';
import { explanationOf, knownReasons, outcomeOf } from './outcome.ts';

/** The files of recurring/billing that give reasons. */
const sources = ['charge-cycle.ts', 'hindrance.ts', 'refusals.ts', 'dunning.ts'];

/** Reasons that only a type names. */
const ofTypes: Record<
  Standstill | `waits for ${Extract<NextStep, { kind: 'wait' }>['for']}`,
  true
> = {
  'store frozen': true,
  'not permitted': true,
  'waits for buyer': true,
  'waits for method': true,
  'waits for next order': true,
};

it('there are words for every reason that billing gives', async () => {
  const given = new Set([
    ...Object.keys(ofTypes),
    ...endRules,
    ...passedReasons,
    ...Object.values({ ...statuses, ...merchantReasons }),
  ]);
  for (const source of sources) {
    const text = await readFile(new URL(`../billing/${source}`, import.meta.url), 'utf8');
    for (const pattern of [
      /(?<=reason(?::|.* [?:]) )'([^']+)'/g,
      /(?:listed|left|open)\('([^']+)'/g,
      /#open\(\{ expectedAt \}, '([^']+)'/g,
    ]) {
      for (const [, reason] of text.matchAll(pattern)) if (reason !== undefined) given.add(reason);
    }
  }
  // Codes that are new to us share a text.
  const codes = /^[A-Z_]+$/;
  const wanted = [...given].filter((reason) => !codes.test(reason) && reason !== 'stopped');
  expect(wanted.length).toBeGreaterThan(50);
  const unsaid = ['another process is at it', 'not live', 'paid'];
  expect(
    wanted.filter((reason) => !knownReasons.includes(reason) && !unsaid.includes(reason)),
  ).toEqual([]);
});

it('an order that fails says what its latest try said, and one that ended says both', () => {
  const attempt = { state: 'failed', errorCode: 'EXPIRED_CARD' } as const;
  const failed = { state: 'open', reason: 'tries again', attempt } as const;
  expect(outcomeOf(failed)).toBe('failed');
  expect(explanationOf(failed)?.happened).toBe('The card has expired.');
  const soonOver = { state: 'failed', errorCode: 'INSUFFICIENT_FUNDS' } as const;
  expect(
    explanationOf({ state: 'open', reason: 'waits for next order', attempt: soonOver }),
  ).toMatchObject({
    happened: 'There isn’t enough money on the card.',
    whatToDo: 'We won’t try again before the next order is due.',
  });
  expect(explanationOf({ state: 'open', reason: 'waits for method', attempt: soonOver })).toEqual({
    happened: 'There isn’t enough money on the card. It waits for another payment method.',
    whatToDo: 'Ask your customer for one. We’ll charge it right away.',
  });
  const ended = { state: 'ended', reason: 'skip', attempt } as const;
  expect(explanationOf(ended)?.happened).toBe(
    'The card has expired. It couldn’t be charged, so it was skipped.',
  );
  const left = { state: 'ended', reason: 'settled elsewhere', attempt: null } as const;
  expect(outcomeOf(left)).toBe('left');
  expect(outcomeOf({ state: 'open', reason: 'answer lost', attempt })).toBe('charging');
});

it('a refusal that is new says so in words', () => {
  const refused = { state: 'listed', reason: 'refused: NEW_CODE', attempt: null } as const;
  expect(explanationOf(refused)?.happened).toBe('Shopify refused to charge it.');
});

it('what is to be decided promises no charge, which billing may be off for', () => {
  const texts = knownReasons.map((reason) =>
    explanationOf({ state: 'listed', reason, attempt: null }),
  );
  expect(texts.map((text) => text?.whatToDo)).toContain('Decide what becomes of it.');
  expect(JSON.stringify(texts)).not.toMatch(/charge it now/i);
});
