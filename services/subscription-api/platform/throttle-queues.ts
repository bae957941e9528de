import type { ShopAccess } from './access-tokens.ts';
import type { Asked } from './shop-points.ts';
import { ThrottleQueue } from './throttle-queue.ts';

/** For a call that was never made, in points: it is asked, and the platform tells. */
const leastCost = { cost: 1, spends: undefined };

/** A line of calls for each shop before the platform's throttle, as long as somebody waits in it or must be kept from asking. */
export class ThrottleQueues {
  readonly #lines = new Map<string, ThrottleQueue>();
  /** What an operation requested and came to the last time, in points. */
  readonly #costs = new WeakMap<object, { cost: number; spends: number | undefined }>();

  /** How many shops have a line. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Asks the platform when it is the call's turn in the shop's line, and again where it is throttled.
   * @param operation the same object for the same operation, whose cost is remembered
   * @throws PlatformError `throttled`, at once where its turn can't come before its deadline
   */
  async run<Answer extends Asked>(
    { shop, deadline, isRead = false }: ShopAccess,
    operation: { name: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const line = this.#lineOf(shop);
    const known = this.#costs.get(operation) ?? leastCost;
    return await line.run({ name: operation.name, ...known, deadline, isRead }, async () => {
      const answer = await ask();
      if (answer.cost !== undefined) {
        const { requestedQueryCost: cost, actualQueryCost } = answer.cost;
        this.#costs.set(operation, { cost, spends: actualQueryCost ?? known.spends });
      }
      return answer;
    });
  }

  #lineOf(shop: string): ThrottleQueue {
    const known = this.#lines.get(shop);
    if (known !== undefined) return known;
    const line = new ThrottleQueue(() => this.#lines.delete(shop));
    this.#lines.set(shop, line);
    return line;
  }
}
