import { expect, it } from 'vitest';
import { formatStatus } from './format.ts';

it('formats a status as a person would say it', () => {
  expect(formatStatus('PARTIALLY_FULFILLED')).toBe('Partially fulfilled');
  expect(formatStatus('PAID')).toBe('Paid');
});
