import { expect, it } from 'vitest';
import { statusInWords } from './status-in-words.ts';

it('is read as a person would say it', () => {
  expect(statusInWords('PARTIALLY_FULFILLED')).toBe('Partially fulfilled');
  expect(statusInWords('PAID')).toBe('Paid');
});
