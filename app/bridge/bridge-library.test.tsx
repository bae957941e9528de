import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { useLoaderData, useRouteError } from '@remix-run/react';
import createApp from '@shopify/app-bridge';
import * as BridgeError from '@shopify/app-bridge/actions/Error/index.js';
import * as Modal from '@shopify/app-bridge/actions/Modal/index.js';
import * as Redirect from '@shopify/app-bridge/actions/Navigation/Redirect/index.js';
import { Context, fromFrame } from '@shopify/app-bridge/MessageTransport.js';
import { renderHook, screen } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { useAdmin } from './admin.ts';
import { BridgeProvider } from './BridgeProvider.tsx';
import { createAdmin } from './create-admin.ts';

// Specification §8, "Bridge errors" and "Bridge setup", and §9: what the app gets from the library, some of it as it is.

beforeAll(prepareScreenTests);

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

/** What is thrown while rendering is printed too, unless it is kept quiet. */
function keepQuiet() {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const prevent = (event: Event) => event.preventDefault();
  window.addEventListener('error', prevent);
  return () => {
    window.removeEventListener('error', prevent);
    printed.mockReset();
  };
}

function Bridged() {
  const config = useLoaderData<{ apiKey: string; host: string }>();
  return (
    <BridgeProvider {...config} shop="a.myshopify.com">
      {null}
    </BridgeProvider>
  );
}

function Failure() {
  const error = useRouteError();
  return <p>{error instanceof Error ? error.message : ''}</p>;
}

it.each([
  ['host must be provided', { apiKey: 'key', host: '' }],
  ['apiKey must be provided', { apiKey: '', host }],
  // The library names the host by its own name.
  ['not a valid host, please use the value provided by', { apiKey: 'key', host: '%' }],
])('the bridge is not set up: %s', async (message, config) => {
  const beLoud = keepQuiet();
  showScreen([{ path: '/', Component: Bridged, loader: () => config, ErrorBoundary: Failure }]);
  expect((await screen.findByText(/./)).textContent).toContain(message);
  beLoud();
});

it('the app asks for a token from the admin that it was opened in, and from nobody else', async () => {
  const told = vi.spyOn(window, 'postMessage').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  void createAdmin(createApp({ apiKey: 'key', host, forceRedirect: false })).sessionToken();
  const askedFrom = () =>
    told.mock.calls.flatMap(([message, origin]) =>
      message.payload?.type === 'APP::SESSION_TOKEN::REQUEST' ? [origin] : [],
    );
  await expect.poll(() => askedFrom()).toEqual(['https://admin.example.com']);
});

it('a part outside of the provider says that there is no bridge', () => {
  const beLoud = keepQuiet();
  expect(() => renderHook(useAdmin)).toThrow('No AppBridge context provided.');
  beLoud();
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
