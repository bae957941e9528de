import type { NumberInWords } from './numbers.ts';

export const unavailable: NumberInWords = { value: '–', comparison: 'Not available right now' };
