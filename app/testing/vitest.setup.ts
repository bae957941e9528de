import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { probePath } from '../network/network.ts';

// Waits end as soon as what they wait for is there; a busy machine may take its time.
configure({ asyncUtilTimeout: 20_000 });

// jsdom brings its own, which Node's encoders don't make and the library of session tokens refuses.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);

// React asks for this before it lets tests drive its updates.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** jsdom lays nothing out: no media query holds, and none ever changes. */
class UnmatchedMediaQuery extends EventTarget implements MediaQueryList {
  readonly matches = false;
  readonly media: string;
  onchange = null;

  constructor(media: string) {
    super();
    this.media = media;
  }

  addListener(): void {}
  removeListener(): void {}
}

/** jsdom lays nothing out: no element ever changes its size. */
class IdleResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// The network is there unless a test says otherwise.
const { fetch } = globalThis;
globalThis.fetch = async (input, init) =>
  input === probePath ? new Response() : fetch(input, init);

window.matchMedia ??= (media) => new UnmatchedMediaQuery(media);
window.ResizeObserver ??= IdleResizeObserver;

// jsdom draws frames by an interval that it begins when it has something to draw. Begun while a test's timers are fake, it would never come,
// and no later test of the process would see a frame. So the real one runs always.
const drawing = Symbol.for('drawing');
if (!Reflect.has(window, drawing)) {
  Reflect.set(window, drawing, true);
  const draw = window.requestAnimationFrame.bind(window);
  const keepDrawing = () => void draw(keepDrawing);
  keepDrawing();
}

// Fails a test that prints an error or a warning to the console.
const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');

afterEach(() => {
  // Before the count: what unmounting prints is a defect of the same test.
  cleanup();
  const printed = [...error.mock.calls, ...warn.mock.calls];
  error.mockClear();
  warn.mockClear();
  expect(printed).toEqual([]);
});

// Files that share a process share the document, too.
afterAll(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
