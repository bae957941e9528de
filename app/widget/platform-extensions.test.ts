import { afterEach, expect, it, vi } from 'vitest';
import { isWidgetActive } from './platform-extensions.ts';

afterEach(() => vi.unstubAllGlobals());

const theme = (...activations: object[]) => [
  { handle: 'subscription-widget', type: 'theme_app_extension', activations },
];
const block = (status: string) => ({ handle: 'subscription-plans', target: 'section', status });
const embed = (status: string) => ({ handle: 'subscription-plans-embed', target: 'body', status });

it.each([
  ['its block is active', theme(block('active'), embed('available')), true],
  ['its embed is active', theme(block('available'), embed('active')), true],
  ['neither is', theme(block('available'), embed('unavailable')), false],
  ['only another block of the app is', theme({ handle: 'reviews', status: 'active' }), null],
  ['the app has other extensions', [{ handle: 'a', activations: [{ target: 'admin' }] }], null],
  ['it answers something else', { extensions: 1 }, null],
])('reads the platform’s answer where %s', async (_, answer, isActive) => {
  vi.stubGlobal('shopify', { app: { extensions: async () => answer } });
  expect(await isWidgetActive()).toBe(isActive);
});

it.each([
  ['is not there', undefined],
  ['is older', { app: {} }],
  ['fails', { app: { extensions: () => Promise.reject(new Error('no')) } }],
])('knows nothing where the platform’s script %s', async (_, shopify) => {
  vi.stubGlobal('shopify', shopify);
  expect(await isWidgetActive()).toBeNull();
});
