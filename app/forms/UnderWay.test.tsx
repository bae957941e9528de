import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { saidInPlace } from '../bridge/still-waiting.ts';
import { UnderWay } from './UnderWay.tsx';

it('says that something takes long, and no more once it is over', () => {
  const text = () => screen.getByRole('status').textContent;
  const say = () => act(() => void saidInPlace());
  const { rerender } = render(<UnderWay isUnderWay words="Saving..." />);
  expect(text()).toBe('Saving...');
  say();
  expect(text()).toMatch(/^Saving\.\.\.This takes longer than usual/);
  rerender(<UnderWay isUnderWay={false} words="Saving..." />);
  expect(text()).toBe('');
  rerender(<UnderWay isUnderWay />);
  expect(text()).toBe('');
  rerender(<UnderWay isUnderWay={false} />);
  say();
  expect([text(), saidInPlace()]).toEqual(['', false]);
});
