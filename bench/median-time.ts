import {
  roastAndRitual,
  type ServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';

/** How long the established store's merchant waits for an answer, in ms: the median of `runs`. */
export async function medianTimeOf(
  service: ServiceInTest,
  path: string,
  runs: number,
): Promise<number> {
  const times: number[] = [];
  // The first run fills caches and isn't counted.
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    const answer = await service.call(roastAndRitual, 'GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    if (run > 0) times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(runs / 2)] ?? Number.NaN;
}
