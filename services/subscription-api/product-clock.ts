import { z } from 'zod';

const clockSchema = z.object({ now: z.coerce.date() });

/**
 * Product time, for orders, schedules and jobs: the machine's time, plus the lead that the local platform's clock was moved by. Tokens, portal
 * sessions and caches use the machine's time, leases the database's.
 */
export class ProductClock {
  #offset = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offset);

  set(now: Date): void {
    this.#offset = now.getTime() - Date.now();
  }
}

/**
 * A clock set to the local platform's. If that doesn't answer yet, the clock starts at the machine's time; the platform reports every move of its
 * own.
 */
export async function clockOfLocalPlatform(localPlatformUrl: string): Promise<ProductClock> {
  const clock = new ProductClock();
  try {
    const answer = await fetch(new URL('/control/clock', localPlatformUrl), {
      signal: AbortSignal.timeout(2_000),
    });
    clock.set(clockSchema.parse(await answer.json()).now);
  } catch {
    // It stays at the machine's time.
  }
  return clock;
}
