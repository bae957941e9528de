import { z } from 'zod';
import { announcedTopics } from '../graphql/webhook-topics.ts';
import { Random } from '../seed/random.ts';

/** Has announced webhooks lost, delivered twice, or delayed, which also brings them out of order. */
export const webhookFaultSchema = z.strictObject({
  kind: z.enum(['lose', 'double', 'delay']),
  /** A store's domain; every store if missing. */
  shop: z.string().optional(),
  /** Every topic if missing. */
  topic: z.enum(announcedTopics).optional(),
  /** How many webhooks it hits; all until it is cleared if missing. */
  times: z.number().int().min(1).optional(),
  /** Which share of them it hits, from 0 to 1. */
  share: z.number().min(0).max(1).default(1),
  /** The longest delay; each is another one up to this. */
  delaySeconds: z
    .number()
    .min(0)
    .max(7 * 86_400)
    .default(3600),
  /** The same seed hits the same ones. */
  seed: z.string().default(''),
});

export type WebhookFaultInput = z.input<typeof webhookFaultSchema>;
type WebhookFault = z.output<typeof webhookFaultSchema>;
type Active = WebhookFault & { random: Random; left: number };

export class WebhookFaults {
  #active: Active[] = [];

  add(fault: WebhookFault): void {
    const left = fault.times ?? Number.POSITIVE_INFINITY;
    this.#active.push({ ...fault, random: new Random(`webhooks ${fault.seed}`), left });
  }

  clear(): void {
    this.#active = [];
  }

  /** In how many ms each copy of a webhook goes out: one copy, at once, where nothing goes wrong. */
  delaysOf({ shop, topic }: { shop: string; topic: string }): number[] {
    const hit = this.#active.filter(
      (fault) =>
        fault.left > 0 &&
        (fault.shop ?? shop) === shop &&
        (fault.topic ?? topic) === topic &&
        fault.random.next() < fault.share,
    );
    for (const fault of hit) fault.left -= 1;
    if (hit.some(({ kind }) => kind === 'lose')) return [];
    const copies = 1 + hit.filter(({ kind }) => kind === 'double').length;
    const delays = hit.filter(({ kind }) => kind === 'delay');
    return Array.from({ length: copies }, () =>
      delays.reduce(
        (sum, { random, delaySeconds }) => sum + Math.floor(random.next() * delaySeconds * 1000),
        0,
      ),
    );
  }
}
