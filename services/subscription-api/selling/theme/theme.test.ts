import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorTexts } from '#contract/error-texts.ts';
import { originalIdOf } from '#contract/global-id.ts';
import {
  groupAppId,
  installWidgetAnswerSchema,
  themeTexts,
  widgetBlocks,
  widgetDiagnosisSchema,
} from '#contract/theme.ts';
import { vendorSchema } from '#contract/vendor.ts';
import { completeStep, findProposedVendor } from '../../shop/proposed-vendor.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { groupForm } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { publishButtonColor } from './button-color.ts';
import { groupFindings } from './diagnosis.ts';

const blockPath =
  '/themes/current/editor?template=product&addAppBlockId=api-key/subscription-plans&target=mainSection';
const embedPath =
  '/themes/current/editor?context=apps&template=product&activateAppId=api-key/subscription-plans-embed';

// The theme is on the platform, so one kind of database is enough.
const service = serviceForSuite('PGlite');
beforeEach(() => service.platform.control.reset());
afterEach(() => service.platform.control.clearFaults());

const changeTheme = (shop: string, change: object) =>
  service.platform.control.act(shop, 'theme', change);
const addBlock = (shop: string, template = 'product') =>
  changeTheme(shop, { kind: 'add-block', template, block: widgetBlocks.block });
const turnEmbed = (shop: string, on: boolean) =>
  changeTheme(shop, { kind: 'embed', block: widgetBlocks.embed, on });

async function install(shop: string) {
  return bodyOf(await service.call(shop, 'PATCH', '/theme'), installWidgetAnswerSchema);
}

async function diagnose(shop: string, productId?: string) {
  const query = productId === undefined ? '' : `?${new URLSearchParams({ productId })}`;
  return bodyOf(await service.call(shop, 'GET', `/theme${query}`), widgetDiagnosisSchema);
}

const nodesSchema = z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) });

/** The shop's first products, either those in a group or those in none. */
async function productsOf(shop: string, isInGroup: boolean) {
  const data = await service.admin(
    shop,
    '{ products(first: 100, query: "status:active") { nodes { id title sellingPlanGroups(first: 1) { nodes { id } } } } }',
  );
  const { nodes } = z
    .object({
      nodes: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          sellingPlanGroups: z.object({ nodes: z.array(z.unknown()) }),
        }),
      ),
    })
    .parse(data.products);
  return nodes.filter((node) => node.sellingPlanGroups.nodes.length > 0 === isInGroup);
}

describe('PATCH /theme', () => {
  it('says that the theme must be changed by hand, and where', async () => {
    expect(await install(firstCrack)).toMatchObject({
      isWidgetOn: false,
      takesBlocks: true,
      theme: { name: 'Morning' },
      manualThemeUpdateRequired: true,
      editorPath: blockPath,
      editorPaths: { block: blockPath, embed: embedPath },
    });
  });

  it.each([
    ['its block on the product page', (shop: string) => addBlock(shop)],
    ['its embed', (shop: string) => turnEmbed(shop, true)],
  ])('finds the widget by %s', async (_, turnOn) => {
    await turnOn(firstCrack);
    expect(await install(firstCrack)).toMatchObject({
      isWidgetOn: true,
      manualThemeUpdateRequired: false,
    });
    expect(await install(roastAndRitual)).toMatchObject({ isWidgetOn: false });
  });

  it.each([
    [
      'an embed that is turned off',
      () => turnEmbed(firstCrack, true).then(() => turnEmbed(firstCrack, false)),
    ],
    ['a block on another template', () => addBlock(firstCrack, 'page')],
    [
      'another block of the app',
      () => changeTheme(firstCrack, { kind: 'add-block', template: 'product', block: 'reviews' }),
    ],
  ])('does not take %s for the widget', async (_, change) => {
    await change();
    expect((await install(firstCrack)).isWidgetOn).toBe(false);
  });

  it('completes the last step of onboarding, once the step before is done', async () => {
    // Reads the database, because the API would look at the theme once more.
    const steps = async () =>
      (await findProposedVendor(service.database, firstCrack)).stepsCompleted;
    await service.call(firstCrack, 'POST', '/proposed-vendor', {
      body: { name: 'Ada', email: 'ada@example.com' },
    });
    await addBlock(firstCrack);
    await install(firstCrack);
    expect(await steps()).toBe(1);
    await completeStep(service.database, firstCrack, 2);
    await completeStep(service.database, firstCrack, 3);
    await changeTheme(firstCrack, {
      kind: 'remove-block',
      template: 'product',
      block: widgetBlocks.block,
    });
    await install(firstCrack);
    expect(await steps()).toBe(3);
    await addBlock(firstCrack);
    await install(firstCrack);
    expect(await steps()).toBe(4);
  });

  it('keeps with the vendor that the widget is on', async () => {
    await approveVendor(service.database, {
      shop: roastAndRitual,
      status: 'active',
      simpleSubscription: true,
    });
    const isEnabled = async () =>
      bodyOf(await service.call(roastAndRitual, 'GET', '/vendor'), vendorSchema).settings
        .isWidgetEnabled;
    await install(roastAndRitual);
    expect(await isEnabled()).toBe(false);
    await addBlock(roastAndRitual);
    await install(roastAndRitual);
    expect(await isEnabled()).toBe(true);
    await service.call(roastAndRitual, 'PATCH', '/vendor/settings', {
      body: { isWidgetEnabled: false },
    });
    await install(roastAndRitual);
    expect(await isEnabled()).toBe(false);
  });

  it('marks groups that were made before the widget, and no others', async () => {
    const [group] = z
      .object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) })
      .parse(
        (
          await service.admin(
            roastAndRitual,
            '{ sellingPlanGroups(first: 1) { nodes { id name } } }',
          )
        ).sellingPlanGroups,
      ).nodes;
    await service.admin(
      roastAndRitual,
      'mutation($id: ID!) { sellingPlanGroupUpdate(id: $id, input: {appId: null}) { userErrors { message } } }',
      { id: group?.id },
    );
    expect((await diagnose(roastAndRitual)).findings).toContainEqual({
      kind: 'group-not-marked',
      group,
    });
    service.operations();
    await install(roastAndRitual);
    await install(roastAndRitual);
    const asked = service.operations().filter((name) => /Theme|Mark/.test(name));
    expect(asked).toEqual(['WidgetTheme', 'MarkSellingPlanGroup', 'WidgetTheme']);
    expect((await diagnose(roastAndRitual)).findings.map(({ kind }) => kind)).not.toContain(
      'group-not-marked',
    );
  });

  it.each([
    ['themes', 'status'],
    ['sellingPlanGroupUpdate', 'status'],
  ] as const)(
    'says the specification’s text when the platform fails at %s',
    async (operation, kind) => {
      const data = await service.admin(
        roastAndRitual,
        '{ sellingPlanGroups(first: 1) { nodes { id } } }',
      );
      const [group] = z
        .object({ nodes: z.array(z.object({ id: z.string() })) })
        .parse(data.sellingPlanGroups).nodes;
      await service.admin(
        roastAndRitual,
        'mutation($id: ID!) { sellingPlanGroupUpdate(id: $id, input: {appId: null}) { userErrors { message } } }',
        { id: group?.id },
      );
      service.platform.control.addFault({ kind, operation, status: 500, times: 9 });
      expect(await service.call(roastAndRitual, 'PATCH', '/theme')).toMatchObject({
        status: 502,
        body: { message: themeTexts.installFailed },
      });
    },
  );

  it('tells the merchant of a frozen store to pay, not to try again', async () => {
    service.platform.control.addFault({ kind: 'status', operation: 'themes', status: 402 });
    expect(await service.call(roastAndRitual, 'PATCH', '/theme')).toMatchObject({
      status: 402,
      body: { message: errorTexts.shopFrozen },
    });
  });
});

describe('GET /theme', () => {
  it('says that a new store has neither the widget nor a group', async () => {
    expect(await diagnose(firstCrack)).toMatchObject({
      isWidgetOn: false,
      findings: [{ kind: 'not-added', path: blockPath }, { kind: 'no-group' }],
      storefrontUrl: null,
    });
  });

  it('finds nothing where customers see the widget, and says where they do', async () => {
    await addBlock(roastAndRitual);
    const [product] = await productsOf(roastAndRitual, true);
    await diagnose(roastAndRitual);
    service.operations();
    const diagnosis = await diagnose(roastAndRitual, product?.id);
    expect(service.operations()).toEqual(['WidgetThemeAndProduct']);
    expect(diagnosis).toMatchObject({ isWidgetOn: true, findings: [] });
    expect(diagnosis.storefrontUrl).toMatch(/\/storefront\/roast-and-ritual\/products\/[a-z-]+$/);
  });

  it('names the templates that have it where the product page has not', async () => {
    await addBlock(roastAndRitual, 'page');
    expect((await diagnose(roastAndRitual)).findings).toEqual([
      { kind: 'wrong-template', templates: ['page'], path: blockPath },
    ]);
  });

  it('names a product’s own template that lacks it', async () => {
    await addBlock(roastAndRitual);
    await changeTheme(roastAndRitual, { kind: 'add-template', template: 'product.gift' });
    await changeTheme(roastAndRitual, {
      kind: 'remove-block',
      template: 'product.gift',
      block: widgetBlocks.block,
    });
    const [product] = await productsOf(roastAndRitual, true);
    const id = product?.id ?? '';
    await service.platform.control.act(roastAndRitual, 'product', {
      productId: Number(originalIdOf(id)),
      templateSuffix: 'gift',
    });
    expect((await diagnose(roastAndRitual, id)).findings).toEqual([
      {
        kind: 'product-template',
        product: { id, name: product?.title },
        template: 'product.gift',
        path: blockPath.replace('template=product', 'template=product.gift'),
      },
    ]);
    await turnEmbed(roastAndRitual, true);
    expect((await diagnose(roastAndRitual, id)).findings).toEqual([]);
  });

  it('counts the widget as on for a product whose own template is the only one that has it', async () => {
    await changeTheme(roastAndRitual, { kind: 'add-template', template: 'product.gift' });
    await addBlock(roastAndRitual, 'product.gift');
    const [product] = await productsOf(roastAndRitual, true);
    const id = product?.id ?? '';
    await service.platform.control.act(roastAndRitual, 'product', {
      productId: Number(originalIdOf(id)),
      templateSuffix: 'gift',
    });
    expect(await diagnose(roastAndRitual, id)).toMatchObject({ isWidgetOn: true, findings: [] });
    expect(await diagnose(roastAndRitual)).toMatchObject({
      isWidgetOn: false,
      findings: [{ kind: 'wrong-template', templates: ['product.gift'] }],
    });
  });

  it('names groups that cover nothing', async () => {
    await service.call(firstCrack, 'POST', '/subscription/selling-plan-group', {
      body: groupForm({ name: 'Empty' }),
    });
    expect((await diagnose(firstCrack)).findings).toMatchObject([
      { kind: 'not-added' },
      { kind: 'group-without-products', group: { name: 'Empty' } },
    ]);
  });

  it('reads every file of a large theme', async () => {
    for (let more = 0; more < 120; more += 1) {
      await changeTheme(firstCrack, { kind: 'add-template', template: `product.a${1_000 + more}` });
    }
    await addBlock(firstCrack, 'product.a1119');
    expect((await diagnose(firstCrack)).findings).toContainEqual({
      kind: 'wrong-template',
      templates: ['product.a1119'],
      path: blockPath,
    });
  });

  it('looks at every group, and marks every one', async () => {
    const create = `mutation($input: SellingPlanGroupInput!) {
      sellingPlanGroupCreate(input: $input) { userErrors { message } }
    }`;
    const recurring = { interval: 'WEEK', intervalCount: 1 };
    const plan = {
      name: 'Weekly',
      category: 'SUBSCRIPTION',
      options: ['Weekly'],
      billingPolicy: { recurring },
      deliveryPolicy: { recurring },
    };
    for (let more = 0; more < 103; more += 1) {
      const input = { name: `Group ${more}`, options: ['Often'], sellingPlansToCreate: [plan] };
      await service.admin(firstCrack, create, { input });
    }
    const { findings } = await diagnose(firstCrack);
    expect(findings.filter(({ kind }) => kind === 'group-without-products')).toHaveLength(103);
    service.operations();
    await install(firstCrack);
    const marked = service.operations().filter((name) => name === 'MarkSellingPlanGroup');
    expect(marked).toHaveLength(103);
  });

  it('names groups without plans', () => {
    const group = { id: 'gid://shopify/SellingPlanGroup/1', name: 'Bare' };
    const counts = { productsCount: { count: 1 }, productVariantsCount: { count: 0 } };
    const bare = { ...group, ...counts, appId: groupAppId, sellingPlans: { nodes: [] } };
    expect(groupFindings([bare])).toEqual([{ kind: 'group-without-plans', group }]);
  });

  it('tells a product in no group from one that another app sells', async () => {
    await addBlock(roastAndRitual);
    const [product] = await productsOf(roastAndRitual, false);
    const named = { id: product?.id ?? '', name: product?.title };
    expect((await diagnose(roastAndRitual, named.id)).findings).toEqual([
      { kind: 'product-in-no-group', product: named },
    ]);
    await service.platform.control.act(roastAndRitual, 'another-app', {
      productIds: [Number(originalIdOf(named.id))],
    });
    expect((await diagnose(roastAndRitual, named.id)).findings).toEqual([
      { kind: 'another-apps-plans', product: named, groups: ['Bean Box'] },
    ]);
    const groups = await service.call(roastAndRitual, 'GET', '/subscription/selling-plan-group');
    expect(JSON.stringify(groups.body)).not.toContain('Bean Box');
  });

  it('says so of a product that is not on sale, and of one that is gone', async () => {
    await addBlock(roastAndRitual);
    const data = await service.admin(
      roastAndRitual,
      '{ products(first: 1, query: "status:draft") { nodes { id title } } }',
    );
    const [draft] = nodesSchema.parse(data.products).nodes;
    expect((await diagnose(roastAndRitual, draft?.id)).findings).toContainEqual({
      kind: 'product-not-on-sale',
      product: { id: draft?.id, name: draft?.title },
      path: `/products/${originalIdOf(draft?.id ?? '')}`,
    });
    expect((await diagnose(roastAndRitual, 'gid://shopify/Product/999999')).findings).toEqual([
      { kind: 'product-missing' },
    ]);
  });

  it('refuses an id that is none, and says so when the platform fails', async () => {
    expect(await service.call(firstCrack, 'GET', '/theme?productId=7')).toMatchObject({
      status: 400,
    });
    service.platform.control.addFault({ kind: 'status', operation: 'themes', status: 500 });
    expect(await service.call(firstCrack, 'GET', '/theme')).toMatchObject({ status: 502 });
  });
});

describe('the button colour', () => {
  const read = async () =>
    (
      await service.admin(
        roastAndRitual,
        '{ currentAppInstallation { metafield(namespace: "cadence", key: "button_color") { value type } } }',
      )
    ).currentAppInstallation;

  it('reaches the storefront, and replaces the one before', async () => {
    const context = service.contextOf(roastAndRitual);
    await service.call(roastAndRitual, 'GET', '/theme');
    await publishButtonColor(context, '#0632c2');
    await publishButtonColor(context, '#aa3300');
    expect(await read()).toEqual({ metafield: { value: '#aa3300', type: 'color' } });
  });

  it('fails where the platform refuses it', async () => {
    await service.call(roastAndRitual, 'GET', '/theme');
    await expect(
      publishButtonColor(service.contextOf(roastAndRitual), 'blue'),
    ).rejects.toMatchObject({ kind: 'failed' });
    expect(await read()).toEqual({ metafield: null });
  });
});
