import { z } from 'zod';

export const figureInWordsSchema = z.object({
  value: z.string(),
  comparison: z.string().optional(),
});

/** A figure of Home in words: what it is, and of when or how it stands to the time before. */
export type FigureInWords = z.infer<typeof figureInWordsSchema>;

/** The store's key figures; `analyticsUrl` shows the days that the last two are of. */
export const keyFiguresSchema = z.object({
  activePlans: figureInWordsSchema,
  productsCovered: figureInWordsSchema,
  widget: figureInWordsSchema,
  newSubscriptions: figureInWordsSchema,
  revenue: figureInWordsSchema,
  analyticsUrl: z.string(),
  /** Whether the store's orders are being read for the first time. */
  isReading: z.boolean(),
});

export type KeyFigures = z.infer<typeof keyFiguresSchema>;
