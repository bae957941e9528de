import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { shouldRevalidate } from './should-revalidate.ts';

function revalidates(outcome: Partial<ShouldRevalidateFunctionArgs>): boolean {
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

  it.each([
    ['is opened', '', '#edit', true],
    ['is closed', '#edit', '', false],
    ['is closed over another address', '#edit', '?query=a', true],
  ])('knows what is to be loaded where a dialog %s', (_, from, to, expected) => {
    const address = 'http://localhost/fixed-subscription/1';
    const urls = { currentUrl: new URL(address + from), nextUrl: new URL(address + to) };
    expect(revalidates(urls)).toBe(expected);
  });

  it('goes by the status of the answer where its body is none of ours', () => {
    expect(revalidates({ actionResult: 'Bad Gateway', actionStatus: 502 })).toBe(false);
  });
});
