import { PGlite } from '@electric-sql/pglite';

/** A PGlite that counts everything that may write: once when it begins, and again when it ends. */
export class CountingPglite extends PGlite {
  #writes = 0;

  get writes(): number {
    return this.#writes;
  }

  async #counted<Value>(work: Promise<Value>): Promise<Value> {
    this.#writes += 1;
    try {
      return await work;
    } finally {
      this.#writes += 1;
    }
  }

  override query: PGlite['query'] = (text, ...more) => {
    const answer = super.query<never>(text, ...more);
    return /^\s*(select|with)\b(?!.*\b(for|insert|update|delete|merge)\b)/is.test(text)
      ? answer
      : this.#counted(answer);
  };

  override exec: PGlite['exec'] = (...given) => this.#counted(super.exec(...given));

  override transaction: PGlite['transaction'] = (work) => this.#counted(super.transaction(work));
}
