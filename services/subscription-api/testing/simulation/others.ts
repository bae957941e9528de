/** An attempt at a contract, by the platform. */
type Attempt = {
  cycleIndex: number;
  idempotencyKey: string;
  createdAt: string;
};

/** Whether an attempt is Cadence's own. */
export const isOurs = ({ idempotencyKey }: Pick<Attempt, 'idempotencyKey'>): boolean =>
  idempotencyKey.startsWith('cadence/');

/**
 * Finds attempts of ours in a cycle in whose time somebody else had charged the contract before, which only the merchant may decide to have made.
 * @param startOf tells when a cycle began, and `decidedAt` when the merchant decided about it last
 * @returns a sentence for each
 */
export function judgeOthers(
  attempts: readonly Attempt[],
  startOf: (cycle: number) => Date | undefined,
  decidedAt: (cycle: number) => Date | undefined,
): string[] {
  const others = attempts.filter((attempt) => !isOurs(attempt));
  if (others.length === 0) return [];
  return attempts.filter(isOurs).flatMap(({ cycleIndex, idempotencyKey, createdAt }) => {
    const start = startOf(cycleIndex);
    const before = others.find(
      (other) =>
        start !== undefined &&
        new Date(other.createdAt) >= start &&
        new Date(other.createdAt) < new Date(createdAt),
    );
    if (before === undefined) return [];
    const decided = decidedAt(cycleIndex);
    if (decided !== undefined && decided >= new Date(before.createdAt)) return [];
    return [
      `${idempotencyKey} was begun ${createdAt}, after somebody else charged at ${before.createdAt}`,
    ];
  });
}
