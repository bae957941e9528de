import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import createApp from '@shopify/app-bridge';
import * as BridgeError from '@shopify/app-bridge/actions/Error/index.js';
import * as Modal from '@shopify/app-bridge/actions/Modal/index.js';
import * as Redirect from '@shopify/app-bridge/actions/Navigation/Redirect/index.js';
import { Context, fromFrame } from '@shopify/app-bridge/MessageTransport.js';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAdmin } from './admin.ts';

// Specification §8, "Bridge errors" and "Bridge setup", and §9: what the app gets from the library as it is.

it.each(['@shopify/app-bridge', '@shopify/app-bridge-react'])('%s is 3.7.10', (name) => {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '3.7.10' });
});

it('the bridge tells its errors by these types', () => {
  expect(Object.values(BridgeError.Action).sort()).toEqual([
    'APP::ERROR::FAILED_AUTHENTICATION',
    'APP::ERROR::INVALID_ACTION',
    'APP::ERROR::INVALID_ACTION_TYPE',
    'APP::ERROR::INVALID_OPTIONS',
    'APP::ERROR::INVALID_ORIGIN',
    'APP::ERROR::INVALID_PAYLOAD',
    'APP::ERROR::NETWORK',
    'APP::ERROR::PERMISSION',
    'APP::ERROR::PERSISTENCE',
    'APP::ERROR::UNEXPECTED_ACTION',
    'APP::ERROR::UNSUPPORTED_OPERATION',
  ]);
  const refused = { type: 'APP::TOAST::SHOW', group: 'Toast', version: '3.7.10' };
  expect(BridgeError.permissionAction(refused)).toMatchObject({
    type: 'APP::ERROR::PERMISSION',
    payload: { message: 'Action is not permitted' },
  });
});

const host = btoa('admin.example.com/store/a');

it.each([
  ['host must be provided', { apiKey: 'key', host: '' }],
  ['apiKey must be provided', { apiKey: '', host }],
  // The library names the host by its own name.
  ['not a valid host, please use the value provided by', { apiKey: 'key', host: '%' }],
])('the bridge is not set up: %s', (message, config) => {
  expect(() => createApp(config)).toThrow(message);
});

it('a part outside of the provider says that there is no bridge', () => {
  // What is thrown while rendering is printed too.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const keepQuiet = (event: Event) => event.preventDefault();
  window.addEventListener('error', keepQuiet);
  expect(() => renderHook(useAdmin)).toThrow('No AppBridge context provided.');
  window.removeEventListener('error', keepQuiet);
  printed.mockReset();
});

it('the bridge knows these sizes of modals and these resources of the admin', () => {
  expect(Object.values(Modal.Size)).toEqual(['small', 'medium', 'large', 'full', 'auto']);
  expect(Object.values(Redirect.ResourceType)).toEqual([
    'products',
    'collections',
    'orders',
    'customers',
    'discounts',
  ]);
});

it('the host listens to messages of the app’s own origin only, and says so to others', () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const app = frame.contentWindow;
  if (app === null) throw new Error('The frame has no window.');
  const told = vi.spyOn(app, 'postMessage').mockImplementation(() => {});
  const heard = vi.fn();
  fromFrame({ window: app, host: window }, 'https://app.example', Context.Main).subscribe(heard);
  const data = { type: 'getState' };
  const send = (origin: string) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: app }));
  send('https://evil.example');
  expect(heard).not.toHaveBeenCalled();
  expect(told.mock.calls[0]?.[0]).toMatchObject({
    payload: { type: 'APP::ERROR::INVALID_ORIGIN' },
  });
  send('https://app.example');
  expect(heard).toHaveBeenCalledTimes(1);
});
