import { AsyncLocalStorage } from 'node:async_hooks';

/** Thrown in a worker that is dead, or whose database is away. */
export class InterruptedError extends Error {}

/** A worker that dies at its `calls`th call, before that is executed or after. */
export type Death = { calls: number; afterExecution: boolean; isDead: boolean };

/** Makes calls of the database, the platform and the mail server fail where the seed says so. */
export class Interruptions {
  /** How many of the app's next database calls fail. The simulation's own don't. */
  failingQueries = 0;
  /** Whether anything was interrupted since this was last set to false. Leases may then be left over until they expire. */
  hasInterrupted = false;
  readonly #workers = new AsyncLocalStorage<Death>();

  /** Runs work during which the worker dies. All of its later calls fail, including parallel ones. */
  async mortal(death: Death, work: () => Promise<void>): Promise<void> {
    await this.#workers.run(death, work);
  }

  /** Runs work of the app whose worker doesn't die. */
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
