import type { ClientApplication } from '@shopify/app-bridge';
import { expect, it } from 'vitest';
import { createAdmin } from './create-admin.ts';

it.each([
  ['without an action', {}, 5_000],
  ['with one', { action: { content: 'Undo', onAction: () => {} } }, 10_000],
])('a toast %s shows as long as the specification says', (_, options, duration) => {
  const dispatched: unknown[] = [];
  const bridge = {
    subscribe: () => () => {},
    dispatch: (action: unknown) => {
      dispatched.push(action);
      return action;
    },
    error: () => () => {},
  };
  createAdmin(bridge as unknown as ClientApplication).showToast('Saved', options);
  expect(dispatched).toMatchObject([
    { type: 'APP::TOAST::SHOW', payload: { message: 'Saved', duration } },
  ]);
});
