import { vi } from 'vitest';
import { describeForms } from './app-forms.ts';
import { appForSuite } from './app-in-test.ts';

// So many requests in a moment would only meet the limit.
vi.mock('#services/subscription-api/http/shop-limit.ts', () => ({
  shopLimit: () => (_context: unknown, next: () => Promise<void>) => next(),
}));

describeForms(appForSuite());
