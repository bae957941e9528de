import { describe, expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

const answer = (status: number) => ({ result: {}, saved: null, status });

describe('createIdempotencyKeys', () => {
  it.each([
    ['the same content after a refusal', [422], ['a', 'a'], ['1', '1']],
    ['other content after a refusal', [422], ['a', 'b'], ['1', '2']],
    ['other content after no answer', [0], ['a', 'b'], ['1', '1']],
    ['other content after a server in trouble', [502], ['a', 'b'], ['1', '1']],
    ['a refusal after no answer', [0, 409], ['a', 'b', 'c'], ['1', '1', '1']],
    ['a refusal before no answer', [422, 0], ['a', 'b', 'c'], ['1', '2', '2']],
  ])('names %s', (_, statuses, contents, expected) => {
    let made = 0;
    const keys = createIdempotencyKeys(() => {
      made += 1;
      return String(made);
    });
    const last = [undefined, ...statuses.map(answer)];
    expect(contents.map((content, index) => keys.keyFor(content, last[index]))).toEqual(expected);
  });
});
