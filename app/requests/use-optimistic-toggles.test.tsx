import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { AdminContext } from '../bridge/admin.ts';
import { createAdminInTest } from '../testing/screen-in-test.tsx';
import type { Flags } from './optimistic-toggles.ts';
import { ResourceError } from './request-resource.ts';
import { type TogglesHolder, useOptimisticToggles } from './use-optimistic-toggles.ts';

it('a merchant who leaves and comes back finds the choices that are still on their way', async () => {
  const { connect } = createAdminInTest();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AdminContext.Provider value={connect}>{children}</AdminContext.Provider>
  );
  const place: TogglesHolder<string> = {};
  const held: Array<{ flags: Flags; keep: () => void; refuse: () => void }> = [];
  const calls = {
    save: (_: string, flags: Flags) =>
      new Promise<Flags>((resolve, reject) => {
        const refuse = () => reject(new ResourceError('No', 422));
        held.push({ flags, keep: () => resolve(flags), refuse });
      }),
    read: async () => ({}),
    onKept: vi.fn(),
    onUnseenFailure: vi.fn(),
  };
  const open = (onKept = calls.onKept) =>
    renderHook(() => useOptimisticToggles({ ...calls, onKept }, place), { wrapper });

  const first = open();
  act(() => first.result.current.choose('a', { email: false }));
  first.unmount();
  const second = open();
  expect(second.result.current.chosen.get('a')).toEqual({ email: false });
  act(() => second.result.current.choose('a', { email: true }));
  expect(held).toHaveLength(1);
  await act(async () => held[0]?.keep());
  expect(held[1]?.flags).toEqual({ email: true });
  second.unmount();
  const onKept = vi.fn();
  const third = open(onKept);
  await act(async () => held[1]?.keep());
  expect([onKept.mock.calls, calls.onKept.mock.calls]).toEqual([[['a', { email: true }]], []]);
  act(() => third.result.current.choose('a', { email: false }));
  third.unmount();
  await act(async () => held[2]?.refuse());
  expect(calls.onUnseenFailure).toHaveBeenCalledExactlyOnceWith('a', {
    message: 'No',
    updateUrl: undefined,
  });
  expect(open().result.current.failed.size).toBe(0);
});
