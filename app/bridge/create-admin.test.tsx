import { expect, it } from 'vitest';
import { createBridgeInTest } from '../testing/bridge-in-test.ts';
import { createAdmin } from './create-admin.ts';

it.each([
  ['without an action', {}, 5_000],
  ['with one', { action: { content: 'Undo', onAction: () => {} } }, 10_000],
])('a toast %s shows as long as the specification says', (_, options, duration) => {
  const { bridge, dispatched } = createBridgeInTest();
  createAdmin(bridge).showToast('Saved', options);
  expect(dispatched).toMatchObject([
    { type: 'APP::TOAST::SHOW', payload: { message: 'Saved', duration } },
  ]);
});
