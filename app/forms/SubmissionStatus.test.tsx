import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sayInForms } from '../bridge/long-wait.ts';
import { SubmissionStatus } from './SubmissionStatus.tsx';

it('says that something takes long, and no more once it is over', () => {
  const text = () => screen.getByRole('status').textContent;
  const say = () => act(() => void sayInForms());
  const { rerender } = render(<SubmissionStatus isUnderWay words="Saving..." />);
  expect(text()).toBe('Saving...');
  say();
  expect(text()).toMatch(/^Saving\.\.\.This is taking longer than usual/);
  rerender(<SubmissionStatus isUnderWay={false} words="Saving..." />);
  expect(text()).toBe('');
  rerender(<SubmissionStatus isUnderWay />);
  expect(text()).toBe('');
  rerender(<SubmissionStatus isUnderWay={false} />);
  say();
  expect([text(), sayInForms()]).toEqual(['', false]);
});
