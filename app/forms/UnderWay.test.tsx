import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnderWay } from './UnderWay.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('says within 10 s that something takes long, and no more once it is over', () => {
  const text = () => screen.getByRole('status').textContent;
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  const { rerender } = render(<UnderWay isUnderWay words="Saving..." />);
  pass(5_000);
  expect(text()).toBe('Saving...');
  pass(4_000);
  expect(text()).toMatch(/^Saving\.\.\.This takes longer than usual/);
  rerender(<UnderWay isUnderWay={false} words="Saving..." />);
  expect(text()).toBe('');
  rerender(<UnderWay isUnderWay />);
  pass(5_000);
  expect(text()).toBe('');
});
