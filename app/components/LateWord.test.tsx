import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LateWord } from './LateWord.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('says within 10 s that something takes long, and no more once it is over', () => {
  const text = () => screen.getByRole('status').textContent;
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  const { rerender } = render(<LateWord isUnderWay />);
  pass(5_000);
  expect(text()).toBe('');
  pass(4_000);
  expect(text()).toMatch(/^This takes longer than usual/);
  rerender(<LateWord isUnderWay={false} />);
  expect(text()).toBe('');
  rerender(<LateWord isUnderWay />);
  pass(5_000);
  expect(text()).toBe('');
});
