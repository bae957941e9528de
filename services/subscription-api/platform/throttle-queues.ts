import type { ShopAccess } from './access-tokens.ts';
import type { Asked } from './shop-points.ts';
import { ThrottleQueue } from './throttle-queue.ts';

/** Assumed for an operation that was never called, in points. Its first answer tells the true cost. */
const leastCost = { cost: 1, spends: undefined };

/** A queue of calls per shop. It lasts as long as a call waits in it or the shop is short of points. */
export class ThrottleQueues {
  readonly #lines = new Map<string, ThrottleQueue>();
  /** The points that an operation requested and cost the last time. */
  readonly #costs = new WeakMap<object, { cost: number; spends: number | undefined }>();

  /** How many shops have a queue. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Sends a call when its turn comes in the shop's queue, and again if it is throttled.
   * @param operation the same object for the same operation, because its cost is remembered
   * @throws PlatformError `throttled`, at once if its turn can't come before its deadline
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
