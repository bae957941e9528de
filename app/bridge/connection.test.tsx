import { expect, it, vi } from 'vitest';
import { createAdminInTest } from '../testing/screen-in-test.tsx';
import { createConnection } from './connection.ts';

it('opens the bridge once, and holds everybody who asks until the admin is there', async () => {
  const open = vi.fn(async () => {});
  const { connect, connected } = createConnection(open);
  const [first, second] = [connect(), connect()];
  expect(await Promise.race([first, Promise.resolve('held')])).toBe('held');
  const { admin } = createAdminInTest();
  connected(admin);
  expect(await Promise.all([first, second, connect()])).toEqual([admin, admin, admin]);
  expect(open).toHaveBeenCalledTimes(1);
});

it('tells all who wait that it could not be loaded, and loads it anew for the next', async () => {
  const open = vi.fn(async () => {});
  open.mockRejectedValueOnce(new Error('no network'));
  const { connect, connected } = createConnection(open);
  const waiting = await Promise.allSettled([connect(), connect()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = connect();
  const { admin } = createAdminInTest();
  connected(admin);
  expect(await again).toBe(admin);
  expect(open).toHaveBeenCalledTimes(2);
});
