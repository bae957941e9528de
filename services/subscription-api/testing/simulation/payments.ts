import { z } from 'zod';
import { isOurs } from './others.ts';
import type { Happenings, Period, World } from './world.ts';

export type PaymentDeeds = {
  /** When a store might begin no charges, or one in a minute. */
  limits: readonly Period[];
  /** How often each charge was asked for while its store might begin none, by its key. */
  asked: ReadonlyMap<string, number>;
};

/** An attempt at a contract, by the platform. */
type Attempt = {
  cycleIndex: number;
  idempotencyKey: string;
  createdAt: string;
  completedAt: string | null;
};

const chargeSchema = z.object({
  variables: z.object({ input: z.object({ idempotencyKey: z.string() }) }),
});
const answers = ['confirmed', 'confirmed', 'refused', 'expired'] as const;
/** For how many days at most a store may begin no charges. */
const longestLimit = 2;
/**
 * Each minute at first, then more and more rarely: some 53 times in the first ten hours, then each hour. A lost answer begins this anew, so there is room
 * for a few of them; each minute would be 2,880 times.
 */
const mostAsked = 300;

/** Payments that nobody settles at once: a limit of charges, customers who must confirm, and a provider that never answers. */
export function paymentsOf(world: World) {
  const { chance, platform, now, fault } = world;
  const limits: Period[] = [];
  const asked = new Map<string, number>();
  /** Stores that may begin no charges. */
  const closed = new Set<string>();
  /** Attempts whose customer will never answer, or has already. */
  const settled = new Set<number>();
  const setFate = async (shop: string, paymentMethodId: number, kind: string): Promise<void> =>
    void (await platform.control.act(shop, 'payment-method', { paymentMethodId, fate: { kind } }));
  const meets = (kind: 'challenge' | 'silent') => async () => {
    const { shop, paymentMethodId } = chance.oneOf(world.opened);
    await setFate(shop, paymentMethodId, kind);
    fault(kind, String(paymentMethodId));
  };
  const happen: Happenings = {
    'charges limited': [
      0.008,
      async () => {
        const shop = chance.oneOf(world.shops);
        if (limits.some(({ of, to }) => of === shop && to === null)) return;
        const perMinute = chance.whole(0, 1);
        await platform.control.act(shop, 'attempt-limit', { perMinute });
        const period: Period = { of: shop, from: now(), to: null };
        limits.push(period);
        if (perMinute === 0) closed.add(shop);
        fault('charges limited', `${shop} ${perMinute}`);
        world.afterDays(chance.whole(1, longestLimit), async () => {
          await platform.control.act(shop, 'attempt-limit', { perMinute: null });
          period.to = now();
          closed.delete(shop);
        });
      },
    ],
    challenge: [0.08, meets('challenge')],
    'challenge answered': [
      0.3,
      async () => {
        const open = world.shops.flatMap((shop) =>
          platform
            .storeOf(shop)
            .tables.attempts.all()
            .filter(({ id, state }) => state === 'ACTION_REQUIRED' && !settled.has(id))
            .map((attempt) => ({ ...attempt, shop })),
        );
        if (open.length === 0) return;
        const { id: attemptId, shop, contractId } = chance.oneOf(open);
        settled.add(attemptId);
        if (chance.is(0.2)) return;
        const act = async (answer: string) =>
          await platform.control.act(shop, 'payment-challenge', { attemptId, answer });
        if (chance.is(0.5)) await act('opened');
        const answer = chance.oneOf(answers);
        await act(answer);
        fault('challenge answered', `${contractId} ${answer}`);
        const method = world.opened.find((one) => one.contractId === contractId)?.paymentMethodId;
        if (method !== undefined) await setFate(shop, method, 'good');
      },
    ],
    silent: [0.006, meets('silent')],
  };
  return {
    deeds: { limits, asked } satisfies PaymentDeeds,
    happen,
    /** Hears of a call that asks a store to begin a charge. */
    ask(shop: string, body: string): void {
      if (!closed.has(shop)) return;
      const key = chargeSchema.parse(JSON.parse(body)).variables.input.idempotencyKey;
      asked.set(key, (asked.get(key) ?? 0) + 1);
    },
  };
}

/** Finds charges that were asked for too often while their store might begin none. */
export function judgeLimits({ asked }: PaymentDeeds): string[] {
  return [...asked].flatMap(([key, times]) =>
    times > mostAsked ? `${key} was asked for ${times} times while charges were limited` : [],
  );
}

/**
 * Finds attempts of ours that were begun while another one at the contract was open, which may be only for another order, and by the merchant's
 * decision.
 * @param decidedAt tells when the merchant decided about a cycle last
 * @returns a sentence for each
 */
export function judgeOpen(
  attempts: readonly Attempt[],
  decidedAt: (cycle: number) => Date | undefined,
): string[] {
  const ours = attempts.filter(isOurs);
  return ours.flatMap((attempt, index) => {
    const begun = Date.parse(attempt.createdAt);
    const open = ours
      .slice(0, index)
      .find(
        ({ completedAt, cycleIndex }) =>
          (completedAt === null || Date.parse(completedAt) > begun) &&
          (cycleIndex === attempt.cycleIndex || decidedAt(attempt.cycleIndex) === undefined),
      );
    return open === undefined
      ? []
      : `${attempt.idempotencyKey} was begun ${attempt.createdAt}, while ${open.idempotencyKey} was open`;
  });
}
