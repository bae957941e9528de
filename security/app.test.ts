import { vi } from 'vitest';
import { describeHeaders } from './app-headers.ts';
import { appForSuite } from './app-in-test.ts';
import { describeLog } from './app-log.ts';
import { describeTimers } from './app-timers.ts';
import { describeTokens } from './app-tokens.ts';

// So many requests in a moment would only meet the limit.
vi.mock('#services/subscription-api/http/shop-limit.ts', () => ({
  shopLimit: () => (_context: unknown, next: () => Promise<void>) => next(),
}));

const app = appForSuite();
describeTokens(app);
describeHeaders(app);
describeLog(app);
describeTimers(app);
