import { describe, expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const answer = (data: unknown, left: number) =>
  JSON.stringify({ data, extensions: { cost: { left } } });
const data = { name: 'Weekly ,"extensions":' };

describe('an answer of the platform', () => {
  it('that says the same again is known, whatever it cost', () => {
    const kept = new KeptAnswers<unknown>();
    kept.keep('a', answer(data, 990), 'checked');
    expect(kept.find('a', answer(data, 12))).toEqual({
      data: 'checked',
      rest: '{"extensions":{"cost":{"left":12}}}',
    });
  });

  it.each([
    ['another thing', answer({ name: 'Monthly' }, 990)],
    ['more', answer({ ...data, more: 1 }, 990)],
    ['the same, and that something failed', '{"data":{"name":"x"},"errors":[],"extensions":{}}'],
    ['the same for the most part', answer(data, 990).slice(0, -1)],
  ])('that says %s is read anew', (_, text) => {
    const kept = new KeptAnswers<unknown>();
    kept.keep('a', '{"data":{"name":"x"},"extensions":{}}', 'checked');
    kept.keep('b', answer(data, 990), 'checked');
    expect([kept.find('a', text), kept.find('b', text)]).toEqual([undefined, undefined]);
  });

  it('belongs to what was asked', () => {
    const kept = new KeptAnswers<unknown>();
    kept.keep('a', answer(data, 990), 'checked');
    expect(kept.find('b', answer(data, 990))).toBeUndefined();
  });

  it.each([
    ['its data has extensions of its own', '{"data":{"a":1,"extensions":{"b":1}}}'],
    ['it has none', '{"data":{"a":1}}'],
  ])('is not kept where %s', (_, text) => {
    const kept = new KeptAnswers<unknown>();
    kept.keep('a', text, 'checked');
    expect(kept.find('a', text)).toBeUndefined();
  });

  it('makes room for later ones, the one that was not asked for longest first', () => {
    const kept = new KeptAnswers<unknown>();
    const long = answer('x'.repeat(900_000), 1);
    kept.keep('a', long, 'first');
    kept.keep('b', long, 'second');
    kept.find('a', long);
    kept.keep('c', long, 'third');
    expect(['a', 'b', 'c'].map((asked) => kept.find(asked, long)?.data)).toEqual([
      'first',
      undefined,
      'third',
    ]);
  });

  it('makes room also where little is answered to long questions', () => {
    const kept = new KeptAnswers<unknown>();
    const questions = ['a', 'b', 'c'].map((letter) => letter.repeat(900_000));
    for (const asked of questions) kept.keep(asked, answer(data, 1), asked.charAt(0));
    expect(questions.map((asked) => kept.find(asked, answer(data, 1))?.data)).toEqual([
      undefined,
      'b',
      'c',
    ]);
  });
});
