import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { everyDelivery, type PricingPolicy, type SellingPlan } from '#contract/selling-plan.ts';
import { PlanPreview, type PlanPreviewProps } from './PlanPreview.tsx';
import { existingOptionsOf } from './preview-option.ts';
import { typedOptionsOf } from './typed-options.ts';

const patiently = { timeout: 20_000 };

const houseBlend = {
  id: 'gid://shopify/Product/1',
  title: 'House Blend',
  variantTitle: '250 g',
  price: '15.00',
  currencyCode: 'USD',
  imageUrl: null,
};
const geisha = {
  id: 'gid://shopify/Product/2',
  title: 'Geisha',
  price: '40.00',
  currencyCode: 'USD',
  imageUrl: null,
};

const weekly = {
  key: 'first',
  interval: 'WEEK',
  intervalCount: '2',
  discountType: 'NONE',
  discountValue: '',
};
const monthly = {
  key: 'second',
  interval: 'MONTH',
  intervalCount: '1',
  discountType: 'PERCENTAGE',
  discountValue: '25',
};

const discounts = {
  firstOrderDiscount: '20',
  firstOrderDiscountCycles: '3',
  recurringDiscount: '10',
};

function formWith(group: Partial<typeof discounts> = {}, options = [weekly]) {
  return typedOptionsOf({ ...discounts, ...group }, options);
}

const everyMonth = everyDelivery('MONTH', 1);
const mondays = { type: 'WEEKDAY' as const, day: 1, month: null, cutoffDay: null };

const plan: SellingPlan = {
  id: 'gid://shopify/SellingPlan/1',
  name: 'Delivered every month',
  category: 'SUBSCRIPTION',
  ...everyMonth,
  readOnlyReasons: [],
  pricingPolicies: [],
};

function policy(adjustmentType: PricingPolicy['adjustmentType'], value: number): PricingPolicy {
  return { adjustmentType, adjustmentValue: { value }, afterCycle: null };
}

function Preview(props: Partial<PlanPreviewProps>) {
  return (
    <AppProvider i18n={translations}>
      <PlanPreview
        products={[houseBlend, geisha]}
        options={formWith()}
        firstDay="2026-01-31"
        {...props}
      />
    </AppProvider>
  );
}

function tableTexts(): string[][] {
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''));
}

describe('PlanPreview', () => {
  it('shows the first twelve orders with date, price and saving', () => {
    render(<Preview />);
    const [headings, ...rows] = tableTexts();
    expect(headings).toEqual(['Order', 'Date', 'Price', 'Saving']);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toEqual(['1', 'Jan 31, 2026', '$12.00', '$3.00 (20%)']);
    expect(rows[2]).toEqual(['3', 'Feb 28, 2026', '$12.00', '$3.00 (20%)']);
    expect(rows[3]).toEqual(['4', 'Mar 14, 2026', '$13.50', '$1.50 (10%)']);
    expect(rows[11]).toEqual(['12', 'Jul 4, 2026', '$13.50', '$1.50 (10%)']);
    screen.getByText('Orders 1–3 cost $12.00 (20% off), then $13.50 (10% off).');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names no dates where orders come as the product is used up', () => {
    render(<Preview isUsageBased />);
    const [headings, ...rows] = tableTexts();
    expect(headings).toEqual(['Order', 'Price', 'Saving']);
    expect(rows[0]).toEqual(['1', '$12.00', '$3.00 (20%)']);
    screen.getByText(/^Usage-based: each order goes out as the customer runs low/);
  });

  it('draws the chart as a picture whose text is the table', async () => {
    render(<Preview />);
    const picture = await screen.findByRole('img', { name: /The table has the same numbers/ });
    expect(picture.querySelector('[tabindex]')).toBeNull();
  });

  it('follows what is typed, at once in the table and then in words', async () => {
    const { rerender } = render(<Preview />);
    rerender(<Preview options={formWith({ firstOrderDiscount: '30' })} />);
    expect(tableTexts()[1]).toEqual(['1', 'Jan 31, 2026', '$10.50', '$4.50 (30%)']);
    const summary = 'Orders 1–3 cost $10.50 (30% off), then $13.50 (10% off).';
    expect((await screen.findByText(summary, {}, patiently)).closest('[aria-live]')).not.toBeNull();
  });

  it('says what is missing while a field is half typed, and shows no prices', async () => {
    const { rerender } = render(<Preview />);
    rerender(<Preview options={formWith({ firstOrderDiscount: '2-' })} />);
    await screen.findByText(
      'Enter a first-order discount between 0 and 100 to see prices.',
      {},
      patiently,
    );
    expect(tableTexts()).toHaveLength(13);
    expect(tableTexts()[1]).toEqual(['1', '–', '–', '–']);
    expect(screen.getByRole('table').textContent).not.toContain('$');
  });

  it('switches between options and products', async () => {
    const user = userEvent.setup();
    render(<Preview options={formWith({ firstOrderDiscount: '' }, [weekly, monthly])} />);
    await user.selectOptions(screen.getByLabelText('Delivery option'), 'Every month');
    expect(tableTexts()[2]).toEqual(['2', 'Feb 28, 2026', '$11.25', '$3.75 (25%)']);
    await user.selectOptions(screen.getByLabelText('Product'), 'Geisha ($40.00)');
    expect(tableTexts()[2]).toEqual(['2', 'Feb 28, 2026', '$30.00', '$10.00 (25%)']);
    await screen.findByText('Every order costs $30.00 (25% off).', {}, patiently);
  });

  it('goes back to the first option when the chosen one is removed', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Preview options={formWith({}, [weekly, monthly])} />);
    await user.selectOptions(screen.getByLabelText('Delivery option'), 'Every month');
    rerender(<Preview options={formWith({}, [weekly])} />);
    expect(screen.queryByLabelText('Delivery option')).toBeNull();
    expect(tableTexts()[2]?.[1]).toBe('Feb 14, 2026');
  });

  it('warns of a discount that looks like a mistake', async () => {
    const { rerender } = render(<Preview options={formWith({ firstOrderDiscount: '5' })} />);
    expect(screen.getByRole('alert').textContent).toBe(
      'Orders 1–3 cost more ($14.25) than the ones after ($13.50). ' +
        'The first-order discount is smaller than the recurring one.',
    );
    rerender(<Preview options={formWith({ firstOrderDiscount: '100' })} />);
    await screen.findByText(
      'Orders 1–3 are free. Customers pay nothing for this product.',
      {},
      patiently,
    );
    rerender(<Preview />);
    await screen.findByText(/^Orders 1–3 cost \$12\.00/, {}, patiently);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each<[string, Partial<SellingPlan>, string[], string[]]>([
    [
      'an amount off',
      { pricingPolicies: [policy('FIXED_AMOUNT', 2.5)] },
      ['Every order costs $12.50 (16.67% off).'],
      ['2', 'Feb 28, 2026', '$12.50', '$2.50 (16.67%)'],
    ],
    [
      'a set price',
      { pricingPolicies: [policy('PRICE', 9)], readOnlyReasons: ['PRICE'] },
      ['Every month, for $9.00.', 'Every order costs $9.00 (40% off).'],
      ['2', 'Feb 28, 2026', '$9.00', '$6.00 (40%)'],
    ],
    [
      'a prepaid plan',
      {
        billingPolicy: everyDelivery('MONTH', 3).billingPolicy,
        pricingPolicies: [policy('PERCENTAGE', 10)],
        readOnlyReasons: ['PREPAID'],
      },
      [
        'Every month, paid every 3 months for 3 deliveries, 10% off.',
        'Every order costs $40.50 for 3 deliveries (10% off).',
      ],
      ['2', 'Apr 30, 2026', '$40.50', '$4.50 (10%)'],
    ],
    [
      'days of the week',
      {
        billingPolicy: { ...everyMonth.billingPolicy, anchors: [mondays] },
        deliveryPolicy: { ...everyMonth.deliveryPolicy, anchors: [mondays] },
        readOnlyReasons: ['ANCHORS'],
      },
      ['Every month, on Mondays.', 'Every order costs $15.00 (no discount).'],
      ['2', '–', '$15.00', '–'],
    ],
  ])('shows the truth of %s', (_kind, change, sentences, secondOrder) => {
    render(<Preview options={existingOptionsOf([{ ...plan, ...change }])} />);
    for (const sentence of sentences) screen.getByText(sentence);
    expect(tableTexts()[2]).toEqual(secondOrder);
  });

  it('shows the one order of a pre-order', () => {
    const preOrder = {
      ...plan,
      billingPolicy: {
        type: 'FIXED' as const,
        checkoutCharge: { type: 'PERCENTAGE' as const, value: { value: 20 } },
        remainingBalanceChargeTrigger: 'ON_FULFILLMENT' as const,
        remainingBalanceChargeExactTime: null,
        remainingBalanceChargeTimeAfterCheckout: null,
      },
      deliveryPolicy: {
        type: 'FIXED' as const,
        fulfillmentTrigger: 'ASAP' as const,
        fulfillmentExactTime: null,
        anchors: [],
      },
      pricingPolicies: [policy('PERCENTAGE', 10)],
      readOnlyReasons: ['FIXED_DELIVERY' as const],
    };
    render(<Preview options={existingOptionsOf([preOrder])} />);
    screen.getByText('The order costs $13.50 (10% off).');
    screen.getByText(/20% paid at checkout, the rest on fulfillment/);
    expect(tableTexts().slice(1)).toEqual([['1', 'Jan 31, 2026', '$13.50', '$1.50 (10%)']]);
  });

  it('takes its place before the products are there', () => {
    const { rerender } = render(<Preview products={null} />);
    screen.getByText('Loading prices…');
    expect(screen.getByLabelText<HTMLSelectElement>('Product').disabled).toBe(true);
    expect(tableTexts()).toHaveLength(13);
    rerender(<Preview />);
    screen.getByText(/^Orders 1–3 cost \$12\.00/);
  });

  it.each([
    [{ products: [] }, 'Add a product to your store to see what a customer pays.'],
    [{ options: [] }, 'Add an option to see what a customer pays.'],
  ])('says what to do when there is nothing to show', (props, expected) => {
    render(<Preview {...props} />);
    screen.getByText(expected);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
