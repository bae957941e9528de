import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlanPreview } from './PlanPreview.tsx';
import { typedOptionsOf } from './typed-options.ts';

describe('PlanPreview on the server', () => {
  it('has the table, the sentence and the chart already', () => {
    const product = { id: '1', title: 'House Blend', imageUrl: null };
    const preview = createElement(PlanPreview, {
      products: [{ ...product, price: '15.00', currencyCode: 'USD' }],
      options: typedOptionsOf(
        { firstOrderDiscount: '20', firstOrderDiscountCycles: '3', recurringDiscount: '10' },
        [
          {
            key: 'first',
            interval: 'WEEK',
            intervalCount: '1',
            discountType: 'NONE',
            discountValue: '',
          },
        ],
      ),
      firstDay: '2026-01-31',
    });
    const shell = { i18n: translations, children: preview };
    const page = renderToString(createElement(AppProvider, shell));
    expect(page).toContain('Orders 1–3 cost $12.00 (20% off), then $13.50 (10% off).');
    expect(page).toContain('Jan 31, 2026');
    const [, picture = ''] = page.split('role="img"');
    expect(picture).toContain('One-time price');
    expect(picture.match(/<circle/g)).toHaveLength(12);
  });
});
