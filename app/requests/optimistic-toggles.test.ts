import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createOptimisticToggles, type Flags } from './optimistic-toggles.ts';
import { ResourceError } from './request-resource.ts';

/** A server that holds its answers back until the test lets them go. */
function heldServer() {
  const kept: Record<string, Flags> = {};
  const held: Array<{ flags: Flags; answer: () => Promise<void>; fail: (error: Error) => void }> =
    [];
  const onKept = vi.fn();
  const onUnseenFailure = vi.fn();
  const read = vi.fn(async (group: string) => kept[group] ?? {});
  const saver = createOptimisticToggles<string>({
    save: (group, flags) =>
      new Promise((resolve, reject) => {
        const keep = () => {
          const next = { ...kept[group], ...flags };
          kept[group] = next;
          return next;
        };
        held.push({
          flags,
          answer: async () => resolve(keep()),
          fail: (error) => reject(error),
        });
      }),
    read,
    onKept,
    onUnseenFailure,
  });
  const shown = (group: string): Flags => {
    const { kept: seen, chosen } = saver.state();
    return { ...seen.get(group), ...chosen.get(group) };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { saver, held, kept, onKept, onUnseenFailure, read, shown, settle };
}

describe('a choice', () => {
  it('shows at once, is sent once, and is told of when it is kept', async () => {
    const { saver, held, kept, onKept, shown, settle } = heldServer();
    saver.choose('a', { email: false });
    expect(shown('a')).toEqual({ email: false });
    expect(held.map(({ flags }) => flags)).toEqual([{ email: false }]);
    expect(onKept).not.toHaveBeenCalled();
    await held[0]?.answer();
    await settle();
    expect(onKept).toHaveBeenCalledExactlyOnceWith('a', kept.a);
    expect(saver.state().chosen.size).toBe(0);
  });

  it('made twice quickly ends in the last, with one request on its way at a time', async () => {
    const { saver, held, kept, onKept, shown, settle } = heldServer();
    saver.choose('a', { email: false });
    saver.choose('a', { email: true });
    saver.choose('a', { push: false });
    expect(held).toHaveLength(1);
    await held[0]?.answer();
    await settle();
    expect(shown('a')).toEqual({ email: true, push: false });
    expect(held[1]?.flags).toEqual({ email: true, push: false });
    expect(onKept).not.toHaveBeenCalled();
    await held[1]?.answer();
    await settle();
    expect(kept.a).toEqual({ email: true, push: false });
    expect(onKept).toHaveBeenCalledOnce();
  });

  it('falls back where the server refuses it, until it is made again or given up', async () => {
    const { saver, held, kept, shown, settle, read } = heldServer();
    saver.choose('a', { email: false });
    held[0]?.fail(new ResourceError('Contact Support to change this.', 422));
    await settle();
    expect(shown('a')).toEqual({});
    expect(read).not.toHaveBeenCalled();
    expect(saver.state().failed.get('a')).toMatchObject({
      message: 'Contact Support to change this.',
      flags: { email: false },
    });
    saver.giveUp('a');
    expect(saver.state().failed.size).toBe(0);

    saver.choose('a', { email: false });
    held[1]?.fail(new ResourceError('No', 409));
    await settle();
    saver.tryAgain('a');
    expect(saver.state().failed.size).toBe(1);
    await held[2]?.answer();
    await settle();
    expect(saver.state().failed.size).toBe(0);
    expect(kept.a).toEqual({ email: false });
  });

  it.each([
    ['was kept all the same', { email: false }, 0],
    ['was not kept', { email: true }, 1],
  ])('without an answer is asked for: %s', async (_, before, failures) => {
    const { saver, held, kept, shown, settle, onKept } = heldServer();
    saver.choose('a', { email: false });
    kept.a = before;
    held[0]?.fail(new ResourceError('Oops', 0));
    await settle();
    expect(shown('a')).toEqual(before);
    expect(saver.state().failed.size).toBe(failures);
    expect(onKept).toHaveBeenCalledTimes(1 - failures);
  });

  it('that fails takes nothing from one made meanwhile', async () => {
    const { saver, held, kept, settle, shown } = heldServer();
    saver.choose('a', { email: false, text: false });
    saver.choose('a', { text: true });
    held[0]?.fail(new ResourceError('No', 422));
    await settle();
    expect(held[1]?.flags).toEqual({ text: true });
    expect(shown('a')).toEqual({ text: true });
    await held[1]?.answer();
    await settle();
    expect(kept.a).toEqual({ text: true });
    expect(saver.state().failed.get('a')).toMatchObject({ message: 'No', flags: { email: false } });
  });

  it('that failed is told of until it is kept or chosen anew, whatever comes of others', async () => {
    const { saver, held, kept, settle } = heldServer();
    const failedFlags = () => saver.state().failed.get('a')?.flags;
    const answerLast = async (refusal?: string) => {
      const last = held.at(-1);
      if (refusal) last?.fail(new ResourceError(refusal, 422));
      else await last?.answer();
      await settle();
    };
    saver.choose('a', { email: false });
    await answerLast('No email');
    saver.choose('a', { push: false });
    await answerLast('No push');
    expect(saver.state().failed.get('a')).toMatchObject({ message: 'No push' });
    expect(failedFlags()).toEqual({ email: false, push: false });
    saver.choose('a', { text: false });
    await answerLast();
    expect(failedFlags()).toEqual({ email: false, push: false });
    saver.choose('a', { push: true });
    await answerLast();
    expect(failedFlags()).toEqual({ email: false });
    saver.choose('a', { email: true });
    saver.tryAgain('a');
    await answerLast();
    expect(failedFlags()).toBeUndefined();
    expect(kept.a).toEqual({ text: false, push: true, email: true });
  });

  it('is shown as it is loaded anew, but while it is on its way', async () => {
    const { saver, held, shown, settle } = heldServer();
    saver.choose('a', { email: false });
    await held[0]?.answer();
    await settle();
    saver.choose('b', { email: false });
    saver.choose('b', { push: true });
    await held[1]?.answer();
    await settle();
    saver.loadedAnew();
    expect(shown('a')).toEqual({});
    expect(shown('b')).toEqual({ email: false, push: true });
  });

  it('without an answer counts as failed where it can not be asked for', async () => {
    const save = vi.fn().mockRejectedValue(new ResourceError('Oops', 0));
    const saver = createOptimisticToggles<string>({
      save,
      onKept: vi.fn(),
      onUnseenFailure: vi.fn(),
    });
    saver.subscribe(() => {});
    saver.choose('a', { email: false });
    await expect.poll(() => saver.state().failed.get('a')).toMatchObject({ message: 'Oops' });
    expect(saver.state().chosen.size).toBe(0);
  });

  it('that fails where nobody sees it is told of', async () => {
    const { saver, held, settle, onUnseenFailure } = heldServer();
    const leave = saver.subscribe(() => {});
    saver.choose('a', { email: false });
    held[0]?.fail(new ResourceError('No', 422));
    await settle();
    expect(onUnseenFailure).not.toHaveBeenCalled();
    saver.choose('a', { email: false });
    leave();
    expect(saver.isSaving()).toBe(true);
    held[1]?.fail(new ResourceError('Grant it first', 401, 'https://grant.example'));
    await settle();
    expect(saver.isSaving()).toBe(false);
    expect(onUnseenFailure).toHaveBeenCalledExactlyOnceWith('a', {
      message: 'Grant it first',
      updateUrl: 'https://grant.example',
    });
  });

  it('is the last one kept and shown, whichever group’s answer comes first', async () => {
    const group = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ choose: group, flag: fc.constantFrom('email', 'push'), value: fc.boolean() }),
      fc.record({ answer: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { saver, held, kept, shown, settle } = heldServer();
        const last: Record<string, Record<string, boolean>> = {};
        const answerOne = async (which: number) => {
          const [one] = held.splice(which % held.length, 1);
          await one?.answer();
          await settle();
        };
        for (const each of steps) {
          if ('choose' in each) {
            last[each.choose] = { ...last[each.choose], [each.flag]: each.value };
            saver.choose(each.choose, { [each.flag]: each.value });
          } else if (held.length > 0) {
            await answerOne(each.answer);
          }
        }
        while (held.length > 0) await answerOne(0);
        expect(kept).toEqual(last);
        for (const name of Object.keys(last)) expect(shown(name)).toEqual(last[name]);
      }),
      { numRuns: 50 },
    );
  });
});
