import { createRemixStub } from '@remix-run/testing';
import { cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';

function Nothing() {
  return null;
}

/** For `beforeAll` of a test that shows a screen in Remix' stub: jsdom lacks what the router uses, and the router chats. */
export function prepareScreenTests(): void {
  // jsdom has no layout to scroll.
  vi.spyOn(window, 'scroll').mockImplementation(() => {});
  // The router says once what its next version will change; the stub gives no way to agree.
  const Stub = createRemixStub([{ path: '/', Component: Nothing }]);
  render(<Stub />);
  cleanup();
  vi.mocked(console.warn).mockClear();
}
