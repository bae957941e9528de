import { useFetcher } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createContext, useContext } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecurringPolicy, SellingPlanGroup } from '#contract/selling-plan-group.ts';
import type { FormAnswer } from '../forms/submission.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { GroupForm } from './GroupForm.tsx';

const rendered = vi.hoisted(() => ({ lists: 0 }));
vi.mock('../forms/FormSelect.tsx', async (importOriginal) => {
  const { FormSelect } = await importOriginal<typeof import('../forms/FormSelect.tsx')>();
  return {
    FormSelect: (props: Parameters<typeof FormSelect>[0]) => {
      rendered.lists += 1;
      return <FormSelect {...props} />;
    },
  };
});

function option(number: number): RecurringPolicy {
  return {
    id: `gid://shopify/SellingPlan/${number}`,
    interval: 'WEEK',
    intervalCount: number,
    discountType: 'PERCENTAGE',
    discountValue: 10,
  };
}

const group: SellingPlanGroup = {
  id: 'gid://shopify/SellingPlanGroup/1',
  name: 'Coffee weekly',
  position: 2,
  isDynamic: false,
  firstOrderDiscount: 0,
  firstOrderDiscountCycles: 1,
  recurringDiscount: 0,
  dynamicSellingPlanName: '',
  sellingPlans: [],
  recurringPolicies: [option(1), option(2), option(3)],
  productsCount: { count: 0 },
  productVariantsCount: { count: 0 },
  version: 'first',
};

const Edited = createContext<SellingPlanGroup | undefined>(undefined);

function Page() {
  const fetcher = useFetcher<FormAnswer<SellingPlanGroup>>();
  return (
    <GroupForm
      formId="form"
      fetcher={fetcher}
      group={useContext(Edited)}
      currencyCode="USD"
      onUnsavedChange={ignore}
      onShowLatest={ignore}
    />
  );
}

async function openForm(edited: SellingPlanGroup | undefined) {
  const Stub = createRemixStub([
    { path: '/', Component: Page },
    { path: '/preview-products', loader: () => ({ products: [], firstDay: '2026-01-31' }) },
  ]);
  render(
    <AppProvider i18n={translations}>
      <Edited.Provider value={edited}>
        <Stub />
      </Edited.Provider>
    </AppProvider>,
  );
  await screen.findByLabelText('Name');
  return userEvent.setup();
}

function ignore() {}

const press = (name: string) => screen.getByRole('button', { name });
const every = () => screen.getAllByLabelText<HTMLInputElement>('Every');

beforeAll(prepareScreenTests);

describe('GroupForm', () => {
  it.each([
    ['the option that took its place', 2, 1, '3'],
    ['the one before, where it was the last', 3, 1, '2'],
    ['the one after, where it was the first', 1, 0, '2'],
  ])('puts the keyboard on %s when an option is removed', async (_where, removed, index, count) => {
    const user = await openForm(group);
    press(`Remove option ${removed}`).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(every()).toHaveLength(2));
    expect(document.activeElement).toBe(every()[index]);
    expect(every()[index]?.value).toBe(count);
  });

  it('renders no option anew while the name is typed', async () => {
    const user = await openForm(group);
    const name = screen.getByLabelText('Name');
    await user.type(name, '!');
    const before = rendered.lists;
    await user.type(name, ' and more');
    expect(name).toHaveProperty('value', 'Coffee weekly! and more');
    expect(rendered.lists).toBe(before);
  });
});
