import { z } from 'zod';

export const figureInWordsSchema = z.object({
  value: z.string(),
  comparison: z.string().optional(),
});

/** A figure of Home in words, with its period or its change since the period before. */
export type FigureInWords = z.infer<typeof figureInWordsSchema>;

/** The store's key figures; `analyticsUrl` shows the days of the last two. */
export const keyFiguresSchema = z.object({
  activePlans: figureInWordsSchema,
  productsCovered: figureInWordsSchema,
  widget: figureInWordsSchema,
  newSubscriptions: figureInWordsSchema,
  revenue: figureInWordsSchema,
  analyticsUrl: z.string(),
  /** Whether Cadence is still reading the store's orders for the first time. */
  isReading: z.boolean(),
});

export type KeyFigures = z.infer<typeof keyFiguresSchema>;
