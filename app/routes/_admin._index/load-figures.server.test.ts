import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../subscription-api/errors.ts';
import { loadKeyFigures } from './load-figures.server.ts';
import { unavailable } from './no-figures.ts';

const warn = vi.hoisted(() => vi.fn());
vi.mock('../../auth/logger.server.ts', () => ({ logger: { warn } }));

const client = { getCoverage: vi.fn(), getWidgetDiagnosis: vi.fn(), getSummary: vi.fn() };

beforeEach(() => {
  warn.mockReset();
  client.getCoverage.mockResolvedValue({
    plansCount: { count: 7, precision: 'EXACT' },
    productsCount: { count: 31, precision: 'AT_LEAST' },
  });
  client.getWidgetDiagnosis.mockResolvedValue({ isWidgetOn: true });
});

it('tells the numbers that there are, and which are missing', async () => {
  const failure = new ApiError(502, 'Bad Gateway', undefined);
  client.getSummary.mockRejectedValue(failure);
  expect(await loadKeyFigures(client)).toEqual({
    figures: {
      activePlans: { value: '7' },
      productsCovered: { value: '31 or more' },
      widget: { value: 'Live', comparison: 'On your theme' },
      newSubscriptions: unavailable,
      revenue: unavailable,
      analyticsUrl: '/analytics?days=30',
      isReading: false,
    },
    answeredWith: {},
  });
  expect(warn).toHaveBeenCalledWith({ error: failure }, expect.any(String));
});

it('tells what there is where only some are refused, and is refused where all are', async () => {
  const refusal = new ApiError(429, '', undefined, '3');
  client.getSummary.mockRejectedValue(refusal);
  client.getCoverage.mockRejectedValue(refusal);
  const some = await loadKeyFigures(client);
  expect([some.figures.widget.value, some.answeredWith]).toEqual(['Live', {}]);
  client.getWidgetDiagnosis.mockRejectedValue(new ApiError(502, '', undefined));
  const { figures, answeredWith } = await loadKeyFigures(client);
  expect(figures.widget).toEqual(unavailable);
  expect(answeredWith).toEqual({ status: 429, headers: new Headers({ 'Retry-After': '3' }) });
});

it("leads to the analytics of its figures' own days", async () => {
  const total = { newSubscriptions: 3, revenue: 100 };
  client.getSummary.mockResolvedValue({
    orderImport: { asOf: '2026-11-21T08:00:00Z' },
    currencyCode: 'USD',
    from: '2026-10-23',
    to: '2026-11-21',
    current: total,
    previous: total,
  });
  const { figures } = await loadKeyFigures(client);
  expect(figures.analyticsUrl).toBe('/analytics?from=2026-10-23&to=2026-11-21');
});
