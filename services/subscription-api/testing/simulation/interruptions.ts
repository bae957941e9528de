import { AsyncLocalStorage } from 'node:async_hooks';

/** What a worker hears that is abandoned, or whose database is away. */
export class InterruptedError extends Error {}

/** A worker that dies at one of its calls: after so many of them, before it is carried out or after. */
export type Death = { calls: number; afterExecution: boolean; isDead: boolean };

/** Has calls of the database, the platform and the mail server fail where the seed says so. */
export class Interruptions {
  /** How many more calls of the database by the app fail; the simulation's own don't. */
  failingQueries = 0;
  /** Since it was last set to false: leases may be left over, and run out by the clock. */
  hasInterrupted = false;
  readonly #workers = new AsyncLocalStorage<Death>();

  /** Work during which the worker dies. Whatever it would do after that, also what it does at once, fails. */
  async mortal(death: Death, work: () => Promise<void>): Promise<void> {
    await this.#workers.run(death, work);
  }

  /** Work of the app that nobody ends. */
  async immortal<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const never = { calls: Number.POSITIVE_INFINITY, afterExecution: false, isDead: false };
    return await this.#workers.run(never, work);
  }

  async call<Answer>(
    kind: 'query' | 'platform' | 'mail',
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const death = this.#workers.getStore();
    if (death === undefined) return await work();
    if (death.isDead) throw new InterruptedError('This worker is dead.');
    if (kind === 'query' && this.failingQueries > 0) {
      this.failingQueries -= 1;
      this.hasInterrupted = true;
      throw new InterruptedError('The database is away.');
    }
    death.calls -= 1;
    const isNow = death.calls === 0;
    if (isNow) death.isDead = this.hasInterrupted = true;
    if (isNow && !death.afterExecution) throw new InterruptedError('The worker dies.');
    const answer = await work();
    if (isNow) throw new InterruptedError('The worker dies.');
    return answer;
  }
}
