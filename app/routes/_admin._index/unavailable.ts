import type { FigureInWords } from './figures.ts';

export const unavailable: Required<FigureInWords> = {
  value: '–',
  comparison: 'Not available right now',
};
