import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShowToast, ToastOptions } from '../bridge/toast.tsx';
import { createDeletionNotes } from './deletion-notes.ts';
import { createPendingDeletions, lastMoment, longestToast } from './pending-deletions.ts';

const group = { id: 'gid://shopify/SellingPlanGroup/1', name: 'Coffee weekly' };

let shop = '';

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

/** Toasts as an admin shows them: the test decides when one goes. */
function createAdmin() {
  const shown: Array<{ message: string; options: ToastOptions; hidden: boolean }> = [];
  const showToast: ShowToast = (message, options = {}) => {
    const toast = { message, options, hidden: false };
    shown.push(toast);
    return () => {
      toast.hidden = true;
    };
  };
  return { shown, showToast };
}

describe('createPendingDeletions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    shop = 'roast-and-ritual.myshopify.com';
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A page of the app: what it sends, also while it goes away, and the toasts that it shows. */
  function openPage({
    send = async () => {},
    exists = async () => true,
    token = async () => {},
    storage = createStorage(),
  }: {
    send?: () => Promise<void>;
    exists?: () => Promise<boolean>;
    token?: () => Promise<void>;
    storage?: ReturnType<typeof createStorage>;
  } = {}) {
    const sent: string[] = [];
    const sentOnLeaving: string[] = [];
    const deletions = createPendingDeletions({
      send: (id) => {
        sent.push(id);
        return send();
      },
      exists,
      notes: createDeletionNotes(
        () => shop,
        () => storage,
      ),
    });
    const admin = createAdmin();
    const begin = () => {
      deletions.begin(group, {
        showToast: admin.showToast,
        prepareLeaving: async () => {
          await token();
          return (id) => void sentOnLeaving.push(id);
        },
      });
      const toast = admin.shown.at(-1);
      if (!toast) throw new Error('No toast was shown');
      return toast;
    };
    const state = () => deletions.current().states.get(group.id);
    return { deletions, sent, sentOnLeaving, begin, state, storage, ...admin };
  }

  function begun(options: Parameters<typeof openPage>[0] = {}) {
    const page = openPage(options);
    return { ...page, toast: page.begin() };
  }

  it('sends nothing while the toast shows', async () => {
    const { sent, toast, state } = begun();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(state()).toBe('pending');
    expect(toast.message).toBe('Deleting “Coffee weekly”');
    expect(toast.options.action?.content).toBe('Undo');
  });

  it('deletes once the toast is gone', async () => {
    const { sent, toast, shown, state } = begun();
    toast.options.onGone?.();
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(sent).toEqual([group.id]);
    expect(state()).toBe('deleted');
    expect(shown.at(-1)?.message).toBe('Selling plan group deleted');
  });

  it('sends nothing after Undo', async () => {
    const { sent, toast, shown, state } = begun();
    toast.options.action?.onAction();
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(sent).toEqual([]);
    expect(state()).toBeUndefined();
    expect(shown.at(-1)?.message).toBe('“Coffee weekly” was kept');
  });

  it('still takes an Undo that arrives right after the end of the toast', async () => {
    const { sent, toast } = begun();
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment - 1);
    toast.options.action?.onAction();
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(sent).toEqual([]);
  });

  it('can be undone from a screen, which takes the toast away', async () => {
    const { deletions, sent, toast, state } = begun();
    deletions.undo(group.id);
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(toast.hidden).toBe(true);
    expect(sent).toEqual([]);
    expect(state()).toBeUndefined();
  });

  it('takes the toast away and deletes where the admin never says that it is gone', async () => {
    const { sent, toast } = begun();
    await vi.advanceTimersByTimeAsync(longestToast + lastMoment);
    expect(toast.hidden).toBe(true);
    expect(sent).toEqual([group.id]);
  });

  it('shows the group again with the reason when the delete fails', async () => {
    const { toast, shown, state } = begun({
      send: () => Promise.reject(new Error('Not today')),
    });
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(state()).toBeUndefined();
    expect(shown.at(-1)).toMatchObject({
      message: '“Coffee weekly” was not deleted: Not today',
      options: { isError: true },
    });
  });

  it('says that it is done where only the answer was lost', async () => {
    const { deletions, toast, shown, state } = begun({
      send: () => Promise.reject(new Error('No answer')),
      exists: async () => false,
    });
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(state()).toBe('deleted');
    expect(deletions.current().failed).toEqual([]);
    expect(shown.at(-1)?.message).toBe('Selling plan group deleted');
  });

  it('can be begun again after a failure', async () => {
    const answers = [() => Promise.reject(new Error('Not today')), () => Promise.resolve()];
    const { sent, toast, shown, begin, state } = begun({
      send: () => answers.shift()?.() ?? Promise.resolve(),
    });
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    begin();
    shown.at(-1)?.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(sent).toEqual([group.id, group.id]);
    expect(state()).toBe('deleted');
  });

  it('begins once however often it is asked', () => {
    const { shown, begin } = begun();
    begin();
    expect(shown).toHaveLength(1);
  });

  it('ignores an Undo once the delete is sent', async () => {
    let finish = () => {};
    const { deletions, toast, state } = begun({
      send: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    toast.options.action?.onAction();
    deletions.undo(group.id);
    expect(state()).toBe('sending');
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('deleted');
  });

  it('tells its listeners of every change until they leave', () => {
    const { deletions, begin } = openPage();
    const listener = vi.fn();
    const leave = deletions.subscribe(listener);
    begin();
    leave();
    deletions.undo(group.id);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('does not let the timers of an undone deletion end the next one', async () => {
    const { sent, toast, begin, state } = begun();
    await vi.advanceTimersByTimeAsync(longestToast - 1_000);
    toast.options.action?.onAction();
    toast.options.onGone?.();
    begin();
    await vi.advanceTimersByTimeAsync(5_000);
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([]);
    expect(state()).toBe('pending');
  });

  it('says which group was kept', () => {
    const { deletions, toast } = begun();
    toast.options.action?.onAction();
    expect(deletions.current().kept).toEqual({ id: group.id });
  });

  it('keeps a failure on the screen until it is seen, or tried again', async () => {
    const { deletions, toast, begin } = begun({
      send: () => Promise.reject(new Error('Not today')),
    });
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(deletions.current().failed).toEqual([{ ...group, reason: 'Not today' }]);
    begin();
    expect(deletions.current().failed).toEqual([]);
    deletions.undo(group.id);
    begin().options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    deletions.dismiss(group.id);
    expect(deletions.current().failed).toEqual([]);
  });

  describe('when the merchant leaves', () => {
    it.each([
      ['while it can be undone', 'pending'],
      ['while it is sent', 'sending'],
    ])('is carried out, left %s', async (_, expected) => {
      const page = begun({ send: () => new Promise(() => {}) });
      if (expected === 'sending') page.toast.options.onGone?.();
      await vi.advanceTimersByTimeAsync(lastMoment);
      expect(page.state()).toBe(expected);
      page.deletions.leave();
      expect(page.sentOnLeaving).toEqual([group.id]);
    });

    it('does nothing for a deletion that was undone or is done', async () => {
      const page = begun();
      page.deletions.undo(group.id);
      page.deletions.leave();
      page.begin().options.onGone?.();
      await vi.advanceTimersByTimeAsync(lastMoment);
      page.deletions.leave();
      expect(page.sentOnLeaving).toEqual([]);
      const next = openPage({ storage: page.storage });
      await next.deletions.resume(next.showToast);
      expect(next.shown).toEqual([]);
    });

    it('is finished by a reload, which hides the group at once', async () => {
      const page = begun({ token: () => Promise.reject(new Error('No token')) });
      page.deletions.leave();
      const next = openPage({ storage: page.storage });
      const resumed = next.deletions.resume(next.showToast);
      expect(next.state()).toBe('sending');
      await resumed;
      expect(next.sent).toEqual([group.id]);
      expect(next.shown.map(({ message }) => message)).toEqual(['Selling plan group deleted']);
    });

    it('cannot be undone any more where the browser brings the page back', async () => {
      const page = begun();
      await vi.advanceTimersByTimeAsync(0);
      page.deletions.leave();
      page.toast.options.action?.onAction();
      page.toast.options.onGone?.();
      const resumed = page.deletions.resume(page.showToast);
      expect(page.state()).toBe('sending');
      await resumed;
      await vi.advanceTimersByTimeAsync(longestToast * 2);
      expect(page.sent).toEqual([group.id]);
      expect(page.shown.map(({ message }) => message).slice(1)).toEqual([
        'Selling plan group deleted',
      ]);
    });

    it.each([
      ['is told of at a later visit where it came to nothing', true, true],
      ['is told of where the page ended without a word', false, true],
      ['is not spoken of again where it was carried out', true, false],
    ])('%s', async (_, left, stillThere) => {
      const page = begun();
      if (left) page.deletions.leave();
      await vi.advanceTimersByTimeAsync(0);
      vi.setSystemTime(Date.now() + 3_600_000);
      const next = openPage({ storage: page.storage, exists: async () => stillThere });
      await next.deletions.resume(next.showToast);
      expect(next.sent).toEqual([]);
      expect(next.deletions.current().failed).toEqual(
        stillThere ? [{ ...group, reason: 'You left before it was done.' }] : [],
      );
      const afterThat = openPage({ storage: page.storage });
      await afterThat.deletions.resume(afterThat.showToast);
      expect(afterThat.shown).toEqual([]);
    });

    it('leaves what another open page may still undo, and other shops', async () => {
      const page = begun();
      const other = openPage({ storage: page.storage });
      await other.deletions.resume(other.showToast);
      page.deletions.leave();
      shop = 'another.myshopify.com';
      await other.deletions.resume(other.showToast);
      expect([other.sent, other.shown]).toEqual([[], []]);
    });
  });
});
