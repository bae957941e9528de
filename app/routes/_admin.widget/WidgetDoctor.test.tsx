import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { WidgetDiagnosis, WidgetFinding } from '#contract/theme.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { WidgetDoctor } from './WidgetDoctor.tsx';

beforeAll(prepareScreenTests);

const product = { id: 'gid://shopify/Product/7', name: 'Morning & Co' };
const group = { id: 'gid://shopify/SellingPlanGroup/3', name: 'Coffee club' };
const path = '/themes/current/editor?template=product';

let shown: ReactElement | null = null;
function Shown() {
  return shown;
}

function show(findings: WidgetFinding[], onInstall = vi.fn()) {
  const diagnosis: WidgetDiagnosis = {
    theme: { id: 'gid://shopify/OnlineStoreTheme/1', name: 'Morning' },
    isWidgetOn: findings.length === 0,
    takesBlocks: true,
    editorPaths: { block: path, embed: path },
    findings,
    storefrontUrl: null,
  };
  shown = <WidgetDoctor diagnosis={diagnosis} onInstall={onInstall} isInstalling={false} />;
  return showScreen([{ path: '/', Component: Shown }]);
}

const inAdmin =
  (label: string) => async (user: ReturnType<typeof show>['user'], told: string[]) => {
    await user.click(await screen.findByRole('button', { name: label }));
    expect(told).toEqual(['APP::NAVIGATION::REDIRECT::ADMIN::PATH']);
  };
const onScreen = (label: string, url: string) => async () => {
  expect(await screen.findByRole('link', { name: label })).toHaveProperty('pathname', url);
};

const cases: Array<
  [WidgetFinding, string, (user: ReturnType<typeof show>['user'], told: string[]) => Promise<void>]
> = [
  [{ kind: 'not-added', path }, 'The widget isn’t on your theme', inAdmin('Open theme editor')],
  [
    { kind: 'embed-only', path },
    'Your theme’s product page doesn’t support app blocks',
    inAdmin('Open theme editor'),
  ],
  [
    { kind: 'wrong-template', templates: ['page'], path },
    'The widget is on the wrong template',
    inAdmin('Open theme editor'),
  ],
  [
    { kind: 'no-group' },
    'There are no selling plans yet',
    onScreen('Manage selling plans', '/fixed-subscription'),
  ],
  [
    { kind: 'group-without-plans', group },
    '“Coffee club” has no plans',
    onScreen('Add an option', '/fixed-subscription/3'),
  ],
  [
    { kind: 'group-without-products', group },
    '“Coffee club” has no products',
    onScreen('Add variants', '/fixed-subscription/3'),
  ],
  [
    { kind: 'product-missing' },
    'This product no longer exists',
    onScreen('Manage selling plans', '/fixed-subscription'),
  ],
  [
    { kind: 'product-not-on-sale', product, path: '/products/7' },
    '“Morning & Co” isn’t in your online store',
    inAdmin('Open product'),
  ],
  [
    { kind: 'product-template', product, template: 'product.gift', path },
    '“Morning & Co” uses its own template',
    inAdmin('Open theme editor'),
  ],
  [
    { kind: 'product-in-no-group', product },
    '“Morning & Co” isn’t in any selling plan group',
    onScreen('Manage selling plans', '/fixed-subscription'),
  ],
  [
    { kind: 'another-apps-plans', product, groups: ['Bean Box'] },
    '“Morning & Co” has another app’s plans',
    onScreen('Manage selling plans', '/fixed-subscription'),
  ],
];

describe('the widget doctor', () => {
  it.each(cases)('says why and leads to the way out: $kind', async (finding, title, tryWayOut) => {
    const { user, dispatched } = show([finding]);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    await tryWayOut(user, dispatched);
  });

  it('installs again where a group is not known to the widget', async () => {
    const install = vi.fn();
    const { user } = show([{ kind: 'group-not-marked', group }], install);
    await user.click(await screen.findByRole('button', { name: 'Install again' }));
    expect(install).toHaveBeenCalledOnce();
  });

  it('says that nothing is wrong', async () => {
    show([]);
    expect(await screen.findByText('On')).toBeDefined();
    expect(
      screen.getByText('Customers see your plans on the product pages of Morning.'),
    ).toBeDefined();
  });
});
