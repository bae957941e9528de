import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variantsPerRequest } from '#contract/limits.ts';
import {
  type ChangeProgress,
  changeInSteps,
  failuresByReason,
  notSent,
  stepsOf,
} from './change-in-steps.ts';

function variantsNamed(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `gid://shopify/ProductVariant/${index + 1}`,
    name: `Variant ${index + 1}`,
  }));
}

const allDone = async (ids: string[]) => ({ changed: ids, failed: [] });
const never = new AbortController().signal;

describe('stepsOf', () => {
  it('loses nothing, keeps the order and fills every step but the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 300 }), (items, size) => {
        const steps = stepsOf(items, size);
        expect(steps.flat()).toEqual(items);
        expect(steps).toHaveLength(Math.ceil(items.length / size));
        for (const step of steps.slice(0, -1)) expect(step).toHaveLength(size);
      }),
    );
  });
});

describe('changeInSteps', () => {
  it('adds 2,000 variants in eight calls and tells how far it is', async () => {
    const calls: number[] = [];
    const seen: ChangeProgress[] = [];
    const result = await changeInSteps({
      variants: variantsNamed(2_000),
      stepSize: variantsPerRequest,
      send: (ids) => {
        calls.push(ids.length);
        return allDone(ids);
      },
      onProgress: (progress) => seen.push(progress),
      signal: never,
    });
    expect(calls).toEqual(Array.from({ length: 8 }, () => 250));
    expect(seen.map(({ done }) => done)).toEqual([250, 500, 750, 1000, 1250, 1500, 1750, 2000]);
    expect(result).toEqual({ total: 2_000, done: 2_000, changed: 2_000, failed: [] });
  });

  it('goes on after a step that failed, and names its variants with the reason', async () => {
    let call = 0;
    const result = await changeInSteps({
      variants: variantsNamed(5),
      stepSize: 2,
      send: async (ids) => {
        call += 1;
        if (call === 2) throw new Error('Oops');
        return allDone(ids);
      },
      onProgress: () => {},
      signal: never,
    });
    expect(result.changed).toBe(3);
    expect(result.failed).toEqual([
      { id: 'gid://shopify/ProductVariant/3', name: 'Variant 3', reason: 'Oops' },
      { id: 'gid://shopify/ProductVariant/4', name: 'Variant 4', reason: 'Oops' },
    ]);
  });

  it('names the single variants that a step refused', async () => {
    const [first, second] = variantsNamed(2);
    const result = await changeInSteps({
      variants: variantsNamed(2),
      stepSize: 250,
      send: async () => ({
        changed: [second?.id ?? ''],
        failed: [{ id: first?.id ?? '', reason: 'This product variant no longer exists' }],
      }),
      onProgress: () => {},
      signal: never,
    });
    expect(result.changed).toBe(1);
    expect(result.failed).toEqual([{ ...first, reason: 'This product variant no longer exists' }]);
  });

  it('does not take silence for success', async () => {
    const result = await changeInSteps({
      variants: variantsNamed(1),
      stepSize: 250,
      send: async () => ({ changed: [], failed: [] }),
      onProgress: () => {},
      signal: never,
    });
    expect(result).toMatchObject({ changed: 0, failed: [{ reason: 'Something went wrong!' }] });
  });

  it('sends a variant once, however often it was chosen', async () => {
    const sent: string[] = [];
    await changeInSteps({
      variants: [...variantsNamed(3), ...variantsNamed(3)],
      stepSize: 2,
      send: (ids) => {
        sent.push(...ids);
        return allDone(ids);
      },
      onProgress: () => {},
      signal: never,
    });
    expect(sent).toEqual(variantsNamed(3).map(({ id }) => id));
  });

  it('tells what was not sent when it is stopped', async () => {
    const stop = new AbortController();
    const result = await changeInSteps({
      variants: variantsNamed(3),
      stepSize: 1,
      send: (ids) => {
        stop.abort();
        return allDone(ids);
      },
      onProgress: () => {},
      signal: stop.signal,
    });
    expect(result.changed).toBe(1);
    expect(result.failed.map(({ reason }) => reason)).toEqual([notSent, notSent]);
  });
});

describe('failuresByReason', () => {
  it('puts what failed for one reason together, the most frequent first', () => {
    const [first, second, third] = variantsNamed(3);
    if (!first || !second || !third) throw new Error('Three variants were made');
    expect(
      failuresByReason([
        { ...first, reason: 'Gone' },
        { ...second, reason: 'Oops' },
        { ...third, reason: 'Oops' },
      ]).map(({ reason, variants }) => [reason, variants.map(({ name }) => name)]),
    ).toEqual([
      ['Oops', ['Variant 2', 'Variant 3']],
      ['Gone', ['Variant 1']],
    ]);
  });
});
