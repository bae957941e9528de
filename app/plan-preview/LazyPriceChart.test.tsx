import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen } from '@testing-library/react';
import { it, vi } from 'vitest';
import { LazyPriceChart } from './LazyPriceChart.tsx';

vi.mock('./PriceChart.tsx', () => {
  throw new Error('The network is down');
});

it('says that the chart is missing when it can not be loaded, and leaves the rest standing', async () => {
  render(
    <AppProvider i18n={translations}>
      <p>The form</p>
      <LazyPriceChart
        chart={{ rows: [], deliveries: 1, basePrice: 0, currencyCode: 'USD', locale: 'en-US' }}
      />
    </AppProvider>,
  );
  const text = 'The chart could not be loaded. The table has the same prices.';
  await screen.findByText(text, {}, { timeout: 20_000 });
  screen.getByText('The form');
});
