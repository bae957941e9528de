import { z } from 'zod';

const clockSchema = z.object({ now: z.coerce.date() });

/**
 * Product time: that of orders, schedules and jobs. It is the machine's, ahead of it by as much as the local platform's clock was moved. Tokens, portal
 * sessions and caches go by the machine's time, leases by the database's.
 */
export class ProductClock {
  #offset = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offset);

  set(now: Date): void {
    this.#offset = now.getTime() - Date.now();
  }
}

/** The clock of the local platform; the machine's where that is not there yet: it tells the app when it is moved. */
export async function clockOfLocalPlatform(localPlatformUrl: string): Promise<ProductClock> {
  const clock = new ProductClock();
  try {
    const answer = await fetch(new URL('/control/clock', localPlatformUrl), {
      signal: AbortSignal.timeout(2_000),
    });
    clock.set(clockSchema.parse(await answer.json()).now);
  } catch {
    // The machine's.
  }
  return clock;
}
