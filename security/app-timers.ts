import { describe, expect, it, vi } from 'vitest';
import { firstCrack } from '#services/subscription-api/testing/service-in-test.ts';
import type { AppInTest } from './app-in-test.ts';
import { admission, userAgent } from './app-requests.ts';

/** So long a document may take. */
const renderingMilliseconds = 10_000;

/** What was answered must be let go of: a timer would hold all that the answer was made of. */
export function describeTimers(appOf: () => AppInTest): void {
  describe('a document that was answered', () => {
    it('leaves no timer that ends its rendering', async () => {
      const token = await appOf().platform.sessionToken(firstCrack);
      const begun = vi.spyOn(globalThis, 'setTimeout');
      const ended = vi.spyOn(globalThis, 'clearTimeout');
      const answer = await appOf().request(`/?${admission(firstCrack, token)}`, {
        headers: { 'User-Agent': userAgent },
      });
      expect(await answer.text()).toContain('</html>');
      const timers = begun.mock.calls.flatMap(([, milliseconds], call) =>
        (milliseconds ?? 0) > renderingMilliseconds ? [begun.mock.results[call]?.value] : [],
      );
      expect(timers).toHaveLength(1);
      expect(ended.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
      vi.restoreAllMocks();
    });
  });
}
