import { describe, expect, it } from 'vitest';
import { shouldRevalidate } from './should-revalidate.ts';

function revalidates(outcome: { actionResult?: unknown; actionStatus?: number }): boolean {
  const url = new URL('http://localhost/fixed-subscription/1');
  return shouldRevalidate({
    currentUrl: url,
    nextUrl: url,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...outcome,
  });
}

describe('shouldRevalidate', () => {
  it('loads anew after a save', () => {
    expect(revalidates({ actionResult: { status: 200, saved: {} } })).toBe(true);
  });

  it('loads anew where no form is concerned', () => {
    expect(revalidates({})).toBe(true);
  });

  it.each([0, 404, 409, 422, 502])(
    'keeps the screen as it is after a submit with status %i',
    (status) => {
      expect(revalidates({ actionResult: { status, saved: null } })).toBe(false);
    },
  );

  it('goes by the status of the answer where its body is none of ours', () => {
    expect(revalidates({ actionResult: 'Bad Gateway', actionStatus: 502 })).toBe(false);
  });
});
