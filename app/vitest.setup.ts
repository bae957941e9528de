import { afterEach, expect, vi } from 'vitest';

// What a browser would print as an error or a warning is a defect: it fails the test that caused it.
const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');

afterEach(() => {
  const printed = [...error.mock.calls, ...warn.mock.calls];
  error.mockClear();
  warn.mockClear();
  expect(printed).toEqual([]);
});
