import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { firstCrack } from '#services/subscription-api/testing/service-in-test.ts';
import { secretsIn } from '../scripts/stack/secrets-in-log.ts';
import type { AppInTest } from './app-in-test.ts';
import { addressOf, dataAddress, documentQuery, userAgent } from './app-requests.ts';

const typed = 'canary-typed-in-the-app-7f3a';
const printed: string[] = [];

/** What app and API log, and what anything prints, while every screen is opened and fails. Last of a file: it reads all before. */
export function describeLog(appOf: () => AppInTest): void {
  describe('the log of the app', () => {
    beforeAll(() => {
      for (const name of ['log', 'info', 'warn', 'error'] as const) {
        vi.spyOn(console, name).mockImplementation((...said) => void printed.push(said.join(' ')));
      }
    });
    afterAll(() => void vi.restoreAllMocks());

    it('has no token, no key, nothing typed and nothing of a customer, whatever fails', async () => {
      const { platform, routes, request, log } = appOf();
      const askAll = async () => {
        const token = await platform.sessionToken(firstCrack);
        const screens = routes.filter(({ module }) => module.default !== undefined);
        const documents = screens.map((route) =>
          request(`${addressOf(route)}?${documentQuery(firstCrack, token)}&query=${typed}`, {
            headers: { 'User-Agent': userAgent, Cookie: `cadence-portal=${typed}` },
          }),
        );
        const posts = routes
          .filter(({ module }) => module.action !== undefined)
          .map((route) =>
            request(dataAddress(route, '1', `query=${typed}`), {
              method: 'POST',
              headers: { Authorization: `Bearer ${token}` },
              body: new URLSearchParams({ intent: typed, name: typed, path: typed, token: typed }),
            }),
          );
        for (const answer of await Promise.all([...documents, ...posts])) await answer.text();
        return token;
      };
      const tokens = [await askAll()];
      platform.control.addFault({ kind: 'status', status: 500, body: typed, times: 500 });
      tokens.push(await askAll());
      platform.control.clearFaults();
      const all = log() + printed.join('\n');
      expect(all).toContain('request failed');
      const known = Object.fromEntries(tokens.map((token, index) => [`token ${index}`, token]));
      const own = { ...known, 'the secret': 'api-secret', 'what was typed': typed };
      expect(secretsIn(all, own)).toEqual([]);
    });
  });
}
