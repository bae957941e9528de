import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  SellingPlanGroupDetail,
  SellingPlanGroupVariant,
} from '#contract/selling-plan-group.ts';
import { AdminContext } from '../../bridge/admin.ts';
import { exampleGroup, priceSettingPlan } from '../../testing/example-group.ts';
import { createAdminInTest } from '../../testing/screen-in-test.tsx';
import { DetailPreview } from './DetailPreview.tsx';
import { PolicySummary } from './PolicySummary.tsx';

function variant(
  number: number,
  product: string,
  title: string,
  price: string,
): SellingPlanGroupVariant {
  return {
    id: `gid://shopify/ProductVariant/${number}`,
    displayName: title === 'Default Title' ? product : `${product} - ${title}`,
    title,
    price,
    product: { id: `gid://shopify/Product/${number}`, title: product, imageUrl: null },
  };
}

const espresso = variant(1, 'Espresso', '250 g', '1250');
const mug = variant(2, 'Mug', 'Default Title', '900');

const group: SellingPlanGroupDetail = {
  ...exampleGroup,
  sellingPlans: [priceSettingPlan({}, 750)],
  recurringPolicies: [],
  productsCount: { count: 2, precision: 'EXACT' },
  productVariantsCount: { count: 2 },
  currencyCode: 'JPY',
  today: '2026-01-31',
  variants: [espresso, mug],
  variantsPageInfo: {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  },
};

/** The store's products, for a group without any. */
const tea = {
  id: 'gid://shopify/Product/3',
  original_id: '3',
  title: 'Tea',
  variantTitle: null,
  price: '1000',
  currencyCode: 'JPY',
  imageUrl: null,
};

const { connect } = createAdminInTest();

function page(shown: SellingPlanGroupDetail) {
  return (
    <AppProvider i18n={translations}>
      <AdminContext.Provider value={connect}>
        <PolicySummary group={shown} />
        <DetailPreview group={shown} />
      </AdminContext.Provider>
    </AppProvider>
  );
}

const offered = () =>
  within(screen.getByLabelText('Product'))
    .getAllByRole('option')
    .map((option) => option.textContent);

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ products: [tea], today: '2026-01-31' }));
});
afterEach(() => vi.unstubAllGlobals());

describe("the detail's preview", () => {
  it("prices the group's own variants, whatever the list beside it is searched for", async () => {
    const { rerender } = render(page(group));
    await screen.findByText('Every order costs ¥750 (40% off).');
    expect(offered()).toEqual(['Espresso – 250 g (¥1,250)', 'Mug (¥900)']);
    rerender(page({ ...group, variants: [] }));
    expect(offered()).toEqual(['Espresso – 250 g (¥1,250)', 'Mug (¥900)']);
  });

  it('prices products of the store while the group has none', async () => {
    const none = { ...group, variants: [], productVariantsCount: { count: 0 } };
    render(page(none));
    await screen.findByText('Every order costs ¥750 (25% off).');
    expect(offered()).toEqual(['Tea (¥1,000)']);
  });
});

it('says of a plan what it does, where it was made and why it can not be edited here', async () => {
  render(page(group));
  const [item] = await screen.findAllByRole('listitem');
  expect(item?.textContent).toBe('Every week, for ¥750It sets a price instead of a discount.');
  screen.getByText(/made by another app or the API/);
});
