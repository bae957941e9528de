import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShowToast, ToastOptions } from '../bridge/toast.tsx';
import { createPendingDeletions, lastMoment, longestToast } from './pending-deletions.ts';

const group = { id: 'gid://shopify/SellingPlanGroup/1', name: 'Coffee weekly' };

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
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function begun(send: (id: string) => Promise<void> = async () => {}) {
    const sent: string[] = [];
    const deletions = createPendingDeletions((id) => {
      sent.push(id);
      return send(id);
    });
    const admin = createAdmin();
    deletions.begin(group, admin.showToast);
    const [toast] = admin.shown;
    if (!toast) throw new Error('No toast was shown');
    return { deletions, sent, toast, ...admin };
  }

  it('sends nothing while the toast shows', async () => {
    const { deletions, sent, toast } = begun();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(deletions.current().get(group.id)).toBe('pending');
    expect(toast.message).toBe('Deleting “Coffee weekly”');
    expect(toast.options.action?.content).toBe('Undo');
  });

  it('deletes once the toast is gone', async () => {
    const { deletions, sent, toast, shown } = begun();
    toast.options.onGone?.();
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(sent).toEqual([group.id]);
    expect(deletions.current().get(group.id)).toBe('deleted');
    expect(shown.at(-1)?.message).toBe('Selling plan group deleted');
  });

  it('sends nothing after Undo', async () => {
    const { deletions, sent, toast, shown } = begun();
    toast.options.action?.onAction();
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(sent).toEqual([]);
    expect(deletions.current().size).toBe(0);
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
    const { deletions, sent, toast } = begun();
    deletions.undo(group.id);
    await vi.advanceTimersByTimeAsync(longestToast * 2);
    expect(toast.hidden).toBe(true);
    expect(sent).toEqual([]);
    expect(deletions.current().size).toBe(0);
  });

  it('takes the toast away and deletes where the admin never says that it is gone', async () => {
    const { sent, toast } = begun();
    await vi.advanceTimersByTimeAsync(longestToast + lastMoment);
    expect(toast.hidden).toBe(true);
    expect(sent).toEqual([group.id]);
  });

  it('shows the group again with the reason when the delete fails', async () => {
    const { deletions, toast, shown } = begun(() => Promise.reject(new Error('Not today')));
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(deletions.current().size).toBe(0);
    expect(shown.at(-1)).toMatchObject({
      message: '“Coffee weekly” was not deleted: Not today',
      options: { isError: true },
    });
  });

  it('can be begun again after a failure', async () => {
    const answers = [() => Promise.reject(new Error('Not today')), () => Promise.resolve()];
    const { deletions, sent, toast, shown, showToast } = begun(
      () => answers.shift()?.() ?? Promise.resolve(),
    );
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    deletions.begin(group, showToast);
    shown.at(-1)?.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    expect(sent).toEqual([group.id, group.id]);
    expect(deletions.current().get(group.id)).toBe('deleted');
  });

  it('begins once however often it is asked', () => {
    const { deletions, shown, showToast } = begun();
    deletions.begin(group, showToast);
    expect(shown).toHaveLength(1);
  });

  it('ignores an Undo once the delete is sent', async () => {
    let finish = () => {};
    const { deletions, toast } = begun(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    toast.options.onGone?.();
    await vi.advanceTimersByTimeAsync(lastMoment);
    toast.options.action?.onAction();
    deletions.undo(group.id);
    expect(deletions.current().get(group.id)).toBe('sending');
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(deletions.current().get(group.id)).toBe('deleted');
  });

  it('tells its listeners of every change until they leave', () => {
    const deletions = createPendingDeletions(async () => {});
    const listener = vi.fn();
    const leave = deletions.subscribe(listener);
    deletions.begin(group, createAdmin().showToast);
    leave();
    deletions.undo(group.id);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
