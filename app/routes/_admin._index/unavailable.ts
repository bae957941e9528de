import type { FigureInWords } from './figures.ts';

export const unavailable: FigureInWords = { value: '–', comparison: 'Not available right now' };
