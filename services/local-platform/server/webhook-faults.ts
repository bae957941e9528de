import { z } from 'zod';
import { announcedTopics } from '../graphql/webhook-topics.ts';
import { Random } from '../seed/random.ts';

/** Loses announced webhooks, delivers them twice, or delays them, which also changes their order. */
export const webhookFaultSchema = z.strictObject({
  kind: z.enum(['lose', 'double', 'delay']),
  /** A store's domain; every store if missing. */
  shop: z.string().optional(),
  /** Every topic if missing. */
  topic: z.enum(announcedTopics).optional(),
  /** How many webhooks it hits; by default all until it's cleared. */
  times: z.number().int().min(1).optional(),
  /** The share of webhooks that it hits, from 0 to 1. */
  share: z.number().min(0).max(1).default(1),
  /** The longest delay; each webhook has a random one up to this. */
  delaySeconds: z
    .number()
    .min(0)
    .max(7 * 86_400)
    .default(3600),
  /** The same seed hits the same webhooks. */
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

  /** The delay of each copy of a webhook, in ms; without faults, one copy without a delay. */
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
