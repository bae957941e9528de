import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buttonColorMetafield, groupAppId, widgetBlocks } from '#contract/theme.ts';
import { importedPlans, plainPlan } from '../seed/groups.ts';
import { storeOf } from '../test-platform.ts';
import { extensionFolder } from './liquid.ts';
import { firstCrack, storefrontInTest } from './storefront-in-test.ts';

const parse = (html: string) => new JSDOM(html).window.document;
/** The text without the marks that isolate a name's direction. */
const textOf = (element: Element | null | undefined) =>
  (element?.textContent ?? '')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The texts and choices in the first widget of a page. */
function widgetOf(page: Document) {
  const body = page.querySelector('[data-cadence-body]');
  const options = [...(body?.querySelectorAll('.cadence__option') ?? [])].map((option) => {
    const input = option.querySelector('input');
    return {
      name: textOf(option.querySelector('.cadence__name')),
      value: input?.value,
      isChecked: input?.hasAttribute('checked'),
      saving: textOf(option.querySelector('.cadence__saving')) || null,
      price: textOf(option.querySelector('.cadence__price')),
      terms: textOf(option.querySelector('.cadence__terms')) || null,
    };
  });
  return { body, options };
}

const weekly = plainPlan('Every week', [1, 'WEEK'], 10);
const monthly = plainPlan('Every month', [1, 'MONTH'], 0);
const introductory = plainPlan('Every 2 weeks', [2, 'WEEK'], 50, { afterCycle: 1, percentage: 5 });
const longIntroductory = plainPlan('Every 3 weeks', [3, 'WEEK'], 20, {
  afterCycle: 3,
  percentage: 10,
});

describe('the widget', () => {
  it('says what a plan’s description says of its roast days', async () => {
    const store = await storefrontInTest(parse);
    const description = 'Roasted on Tuesdays. Changes until <the Saturday> before.';
    store.sell([{ ...weekly, description }]);
    expect(widgetOf(await store.page()).options[1]?.terms).toMatch(
      /charged automatically .* cancel\. Roasted on Tuesdays\. Changes until <the Saturday> before\.$/,
    );
  });

  it('shows one-time purchase first, and each plan with discount, price and terms', async () => {
    const store = await storefrontInTest(parse);
    const [weeklyId, monthlyId] = store.sell([weekly, monthly]);
    expect(store.variants[0]?.price).toBe('12.00');
    const page = await store.page();
    expect(textOf(page.querySelector('[data-cadence-body] legend'))).toBe('Purchase options');
    expect(widgetOf(page).options).toEqual([
      {
        name: 'One-time purchase',
        value: '',
        isChecked: true,
        saving: null,
        price: '$12.00',
        terms: null,
      },
      {
        name: 'Every week',
        value: String(weeklyId),
        isChecked: false,
        saving: 'Save 10%',
        price: 'Regular price $12.00 Price with this plan $10.80',
        terms:
          '$10.80 is charged today. After that $10.80 is charged automatically for every order (Every week) until you cancel.',
      },
      {
        name: 'Every month',
        value: String(monthlyId),
        isChecked: false,
        saving: null,
        price: '$12.00',
        terms:
          '$12.00 is charged today. After that $12.00 is charged automatically for every order (Every month) until you cancel.',
      },
    ]);
  });

  it.each([
    [
      'another price after the first order',
      introductory,
      '$6.00 is charged today for the first order. After that $11.40 is charged automatically for every order (Every 2 weeks) until you cancel.',
    ],
    [
      'another price after some orders',
      longIntroductory,
      '$9.60 is charged for each of the first 3 orders, the first of them today. After that $10.80 is charged automatically for every order (Every 3 weeks) until you cancel.',
    ],
  ])('says what is charged when: %s', async (_, plan, terms) => {
    const store = await storefrontInTest(parse);
    store.sell([plan]);
    expect(widgetOf(await store.page()).options[1]).toMatchObject({ saving: null, terms });
  });

  it('says what is charged when by plans that other tools made', async () => {
    const store = await storefrontInTest(parse);
    store.sell(importedPlans);
    const { options } = widgetOf(await store.page());
    expect(Object.fromEntries(options.map(({ name, terms }) => [name, terms]))).toMatchSnapshot();
  });

  it.each([
    ['DE', '€9,72', '€10,80'],
    ['JP', '¥1620', '¥1800'],
    ['KW', '3.240 KD', '3.600 KD'],
  ])(
    'shows prices in the currency of the customer’s market (%s)',
    async (country, price, regular) => {
      const store = await storefrontInTest(parse);
      store.sell([weekly]);
      const { options } = widgetOf(await store.page(`?country=${country}`));
      expect(options[1]?.price).toContain(price);
      expect(options[1]?.terms).toContain(`${price} is charged today.`);
      expect(options[0]?.price).toBe(regular);
    },
  );

  it('sells by plan only where the product demands it', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly, monthly]);
    await store.act('product', { productId: store.product.id, requiresSellingPlan: true });
    const { options } = widgetOf(await store.page());
    expect(options.map(({ name, isChecked }) => [name, isChecked])).toEqual([
      ['Every week', true],
      ['Every month', false],
    ]);
  });

  it('checks the plan that the address names', async () => {
    const store = await storefrontInTest(parse);
    const [, id] = store.sell([weekly, monthly]);
    const { options } = widgetOf(await store.page(`?selling_plan=${id}`));
    expect(options.map(({ isChecked }) => isChecked)).toEqual([false, false, true]);
  });

  it('says that a variant is sold out, and lets nothing be chosen', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    await store.act('product', { productId: store.product.id, inventoryQuantity: 0 });
    const { body } = widgetOf(await store.page());
    expect(body?.querySelector('fieldset')?.hasAttribute('disabled')).toBe(true);
    expect(textOf(body?.querySelector('.cadence__sold-out'))).toBe('Sold out');
  });

  it('sells what the store does not count, however little there is', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    await store.act('product', { productId: store.product.id, inventoryQuantity: 0 });
    await store.act('product', { productId: store.product.id, isTracked: false });
    const { body } = widgetOf(await store.page());
    expect(body?.querySelector('fieldset')?.hasAttribute('disabled')).toBe(false);
    expect(body?.querySelector('.cadence__sold-out')).toBeNull();
  });

  it('shows nothing on a product without plans', async () => {
    const store = await storefrontInTest(parse);
    expect((await store.page()).querySelector('cadence-plans')).toBeNull();
  });

  it('shows this app’s plans only', async () => {
    const store = await storefrontInTest(parse);
    await store.act('another-app', { productIds: [store.product.id] });
    expect((await store.page()).querySelector('cadence-plans')).toBeNull();
    store.sell([weekly]);
    expect(widgetOf(await store.page()).options.map(({ name }) => name)).toEqual([
      'One-time purchase',
      'Every week',
    ]);
  });

  it('shows each variant its own plans, and none to one that no plan covers', async () => {
    const store = await storefrontInTest(parse);
    const [first, second] = store.variants;
    store.sell([weekly], { variantIds: [first?.id ?? 0] });
    const page = await store.page(`?variant=${first?.id}`);
    expect(widgetOf(page).options).toHaveLength(2);
    const template = page.querySelector<HTMLTemplateElement>(
      `template[data-variant="${second?.id}"]`,
    );
    expect(template?.content.querySelectorAll('input')).toHaveLength(0);
    expect(widgetOf(await store.page(`?variant=${second?.id}`)).options).toEqual([]);
  });

  it('names the groups where the product is in several', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly], { name: 'Club <1>' });
    store.sell([monthly], { name: 'Gifts' });
    const { body } = widgetOf(await store.page());
    expect([...(body?.querySelectorAll('.cadence__group') ?? [])].map(textOf)).toEqual([
      'Club <1>',
      'Gifts',
    ]);
  });

  it('tells plans of one name apart by their groups, also to who only hears them', async () => {
    const store = await storefrontInTest(parse);
    const [first] = store.sell([weekly], { name: 'Club' });
    const [second] = store.sell([weekly], { name: 'Club' });
    const page = await store.page();
    const groupOf = (plan: number | undefined) => {
      const group = page
        .querySelector(`[data-cadence-body] input[value="${plan}"]`)
        ?.closest('[role="group"]');
      const label = group?.getAttribute('aria-labelledby') ?? '';
      return { label, text: textOf(page.getElementById(label)) };
    };
    expect([groupOf(first).text, groupOf(second).text]).toEqual(['Club', 'Club']);
    expect(groupOf(first).label).not.toBe(groupOf(second).label);
    const ids = [...page.querySelectorAll('[data-cadence-body] [id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows as many plans as a group can have', async () => {
    const store = await storefrontInTest(parse);
    store.sell(
      Array.from({ length: 31 }, (_, index) =>
        plainPlan(`Plan ${index}`, [index + 1, 'DAY'], index),
      ),
    );
    expect(widgetOf(await store.page()).options).toHaveLength(32);
  });

  it.each([
    ['quotes and HTML', '"><img src=x onerror=alert(1)> & co'],
    ['apostrophes and Liquid', "It's {{ shop.name }} {% raw %}"],
    ['emojis', '☕️ 👩🏽‍🌾 Every week'],
    ['letters from right to left', 'כל שבוע (10%)'],
  ])('writes names with %s as text, wherever they stand', async (_, name) => {
    const store = await storefrontInTest(parse);
    store.sell([{ ...weekly, name, options: [name] }]);
    const page = await store.page();
    expect(widgetOf(page).options[1]?.name).toBe(name);
    expect(widgetOf(page).options[1]?.terms).toContain(`(${name})`);
    expect(page.querySelector('cadence-plans img')).toBeNull();
    expect(page.querySelector('bdi.cadence__name')?.textContent).toBe(name);
    const terms = page.querySelector('[data-cadence-body] .cadence__terms')?.textContent;
    expect(terms).toContain(`(\u2068${name}\u2069)`);
  });

  it('belongs to the product form without a script', async () => {
    const store = await storefrontInTest(parse);
    const [plan] = store.sell([weekly]);
    const page = await store.page();
    const form = page.querySelector<HTMLFormElement>('form[action$="/cart/add"]');
    const radio = page.querySelector<HTMLInputElement>(`input[value="${plan}"]`);
    expect(radio?.form).toBe(form);
    if (radio) radio.checked = true;
    expect(
      new (page.defaultView?.FormData ?? FormData)(form ?? undefined).get('selling_plan'),
    ).toBe(String(plan));
  });

  it('wears the vendor’s button colour, or the default', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    const style = async () =>
      (await store.page()).querySelector('cadence-plans')?.getAttribute('style');
    expect(await style()).toBe('--cadence-accent: #0632c2; --cadence-on-accent: #ffffff');
    for (const [color, text] of [
      ['#aa3300', '#ffffff'],
      ['#ffffff', '#000000'],
      ['#fc0', '#000000'],
    ]) {
      storeOf(store.platform, firstCrack).transact((transaction) =>
        transaction.put('metafields', {
          id: 999_999,
          ...buttonColorMetafield,
          value: color ?? '',
        }),
      );
      expect(await style()).toBe(`--cadence-accent: ${color}; --cadence-on-accent: ${text}`);
    }
  });

  it('is there by its embed too, hidden until its script has a place for it', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    await store.act('theme', {
      kind: 'remove-block',
      template: 'product',
      block: widgetBlocks.block,
    });
    expect((await store.page()).querySelector('cadence-plans')).toBeNull();
    await store.act('theme', { kind: 'embed', block: widgetBlocks.embed, on: true });
    const embed = (await store.page()).querySelector('cadence-plans');
    expect(embed?.hasAttribute('data-embed')).toBe(true);
    expect(embed?.hasAttribute('hidden')).toBe(true);
  });
});

describe('the cart', () => {
  async function add(
    store: Awaited<ReturnType<typeof storefrontInTest>>,
    fields: Record<string, string>,
  ) {
    const response = await store.request('/cart/add', {
      method: 'POST',
      body: new URLSearchParams({ id: String(store.variants[0]?.id), ...fields }),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const cart = await store.request('/cart', { headers: { Cookie: cookie } });
    return { status: response.status, text: await response.text(), cart: parse(await cart.text()) };
  }

  it('shows the plan’s name and its price', async () => {
    const store = await storefrontInTest(parse);
    const [plan] = store.sell([weekly]);
    const { status, cart } = await add(store, { selling_plan: String(plan), quantity: '2' });
    expect(status).toBe(303);
    expect(textOf(cart.querySelector('.cart__plan'))).toBe('Every week');
    expect(textOf(cart.querySelector('main'))).toContain('Total: $21.60');
  });

  it('takes a one-time purchase with an empty plan', async () => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    const { status, cart } = await add(store, { selling_plan: '' });
    expect(status).toBe(303);
    expect(cart.querySelector('.cart__plan')).toBeNull();
  });

  it.each([
    [
      'a plan that the variant is not sold by',
      { selling_plan: '123' },
      'Cannot apply selling plan',
    ],
    ['no plan where one is demanded', {}, 'can only be purchased with a selling plan'],
  ])('refuses %s', async (_, fields, text) => {
    const store = await storefrontInTest(parse);
    store.sell([weekly]);
    await store.act('product', { productId: store.product.id, requiresSellingPlan: true });
    expect(await add(store, fields)).toMatchObject({
      status: 422,
      text: expect.stringContaining(text),
    });
  });
});

describe('the extension', () => {
  const read = (...path: string[]) => readFileSync(join(extensionFolder, ...path), 'utf8');
  const filesIn = (folder: string) => readdirSync(join(extensionFolder, folder));

  it('has at most 10,000 bytes of compressed JavaScript', () => {
    const sizes = filesIn('assets')
      .filter((name) => name.endsWith('.js'))
      .map((name) => gzipSync(read('assets', name)).length);
    expect(sizes).toHaveLength(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000);
  });

  it('has the blocks that the contract names, and filters by the mark that groups are made with', () => {
    for (const block of Object.values(widgetBlocks)) {
      expect(existsSync(join(extensionFolder, 'blocks', `${block}.liquid`))).toBe(true);
    }
    expect(read('snippets', 'cadence-widget.liquid')).toContain(`'app_id', '${groupAppId}'`);
    const { namespace, key } = buttonColorMetafield;
    expect(read('blocks', 'subscription-plans.liquid')).toContain(
      `app.metafields.${namespace}.${key}`,
    );
  });

  it('holds no folder that the platform refuses', () => {
    expect(filesIn('.').sort()).toEqual(
      ['assets', 'blocks', 'locales', 'shopify.extension.toml', 'snippets'].sort(),
    );
  });

  it('has every text that it names, and names every text that it has', () => {
    const keysOf = (file: string) => {
      const flat = (texts: object, before: string): string[] =>
        Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
          typeof text === 'object' && text !== null
            ? flat(text, `${before}${name}.`)
            : [`${before}${name}`],
        );
      return flat(
        z.record(z.string(), z.unknown()).parse(JSON.parse(read('locales', file))),
        '',
      ).sort();
    };
    const sources = ['blocks', 'snippets'].flatMap((folder) =>
      filesIn(folder).map((name) => read(folder, name)),
    );
    const named = (pattern: RegExp) =>
      [
        ...new Set(
          sources.flatMap((source) => [...source.matchAll(pattern)].map(([, key]) => key ?? '')),
        ),
      ].sort();
    expect(named(/'([\w.]+)' \| t\b/g)).toEqual(keysOf('en.default.json'));
    expect(named(/"t:([\w.]+)"/g)).toEqual(keysOf('en.default.schema.json'));
  });
});
