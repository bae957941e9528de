import { z } from 'zod';
import { request } from './request.ts';

const clockSchema = z.object({ now: z.string(), movingTo: z.string().optional() });

/** Product time; has `movingTo` while a move runs. */
type ClockTime = z.infer<typeof clockSchema>;

export const loadClock = (signal: AbortSignal): Promise<ClockTime> =>
  request('/clock', clockSchema, { signal });

export type Move = { to: string } | { days: number } | { hours: number };
/** Moves product time forward; resolves once everything due on the way is done. */
export const moveClock = (move: Move): Promise<ClockTime> =>
  request('/clock', clockSchema, { body: move });
