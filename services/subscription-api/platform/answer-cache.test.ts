import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AnswerCache } from './answer-cache.ts';

const schema = z.unknown();

const answer = (data: unknown, left: number) =>
  JSON.stringify({ data, extensions: { cost: { left } } });
const data = { name: 'Weekly ,"extensions":' };

describe('an answer of the platform', () => {
  it('that says the same again is known, whatever it cost', () => {
    const cache = new AnswerCache();
    cache.keep(schema, 'a', answer(data, 990), 'checked');
    expect(cache.find(schema, 'a', answer(data, 12))).toEqual({
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
    const cache = new AnswerCache();
    cache.keep(schema, 'a', '{"data":{"name":"x"},"extensions":{}}', 'checked');
    cache.keep(schema, 'b', answer(data, 990), 'checked');
    expect([cache.find(schema, 'a', text), cache.find(schema, 'b', text)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('belongs to what was asked', () => {
    const cache = new AnswerCache();
    cache.keep(schema, 'a', answer(data, 990), 'checked');
    expect(cache.find(schema, 'b', answer(data, 990))).toBeUndefined();
  });

  it.each([
    ['its data has extensions of its own', '{"data":{"a":1,"extensions":{"b":1}}}'],
    ['it has none', '{"data":{"a":1}}'],
  ])('is not kept where %s', (_, text) => {
    const cache = new AnswerCache();
    cache.keep(schema, 'a', text, 'checked');
    expect(cache.find(schema, 'a', text)).toBeUndefined();
  });

  it('makes room for later ones, the one that was not asked for longest first', () => {
    const cache = new AnswerCache();
    const long = answer('x'.repeat(900_000), 1);
    cache.keep(schema, 'a', long, 'first');
    cache.keep(schema, 'b', long, 'second');
    cache.find(schema, 'a', long);
    cache.keep(schema, 'c', long, 'third');
    expect(['a', 'b', 'c'].map((asked) => cache.find(schema, asked, long)?.data)).toEqual([
      'first',
      undefined,
      'third',
    ]);
  });

  it('makes room also where little is answered to long questions', () => {
    const cache = new AnswerCache();
    const questions = ['a', 'b', 'c'].map((letter) => letter.repeat(900_000));
    for (const asked of questions) cache.keep(schema, asked, answer(data, 1), asked.charAt(0));
    expect(questions.map((asked) => cache.find(schema, asked, answer(data, 1))?.data)).toEqual([
      undefined,
      'b',
      'c',
    ]);
  });
});
