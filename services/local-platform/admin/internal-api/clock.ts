import { z } from 'zod';
import { request } from './request.ts';

const clockSchema = z.object({ now: z.string(), movingTo: z.string().optional() });

/** Product time; `movingTo` while it is being moved. */
export type ClockTime = z.infer<typeof clockSchema>;

export const loadClock = (signal: AbortSignal): Promise<ClockTime> =>
  request('/clock', clockSchema, { signal });

/** Moves product time forward; resolves when all that was due on the way is done. */
export type Move = { to: string } | { days: number } | { hours: number };
export const moveClock = (move: Move): Promise<ClockTime> =>
  request('/clock', clockSchema, { body: move });
