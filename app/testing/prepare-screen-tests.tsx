import { createRemixStub } from '@remix-run/testing';
import { cleanup, configure, render } from '@testing-library/react';
import { vi } from 'vitest';

function Nothing() {
  return null;
}

/** For `beforeAll` of a test that shows a screen in Remix' stub: jsdom lacks what the router uses, and the router chats. */
export function prepareScreenTests(): void {
  // Waits end as soon as what they wait for is there; a busy machine may take its time.
  configure({ asyncUtilTimeout: 20_000 });
  // jsdom has no layout to scroll.
  vi.spyOn(window, 'scroll').mockImplementation(() => {});
  // The router says once what its next version will change; the stub gives no way to agree.
  const Stub = createRemixStub([{ path: '/', Component: Nothing }]);
  render(<Stub />);
  cleanup();
  vi.mocked(console.warn).mockClear();
}
