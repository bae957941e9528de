import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { widgetBlocks } from '#contract/theme.ts';
import { plainPlan } from '../seed/groups.ts';
import { type StorefrontInTest, storefrontInTest } from './storefront-in-test.ts';
import { openWidget, script } from './widget-in-test.ts';

const weekly = plainPlan('Every week', [1, 'WEEK'], 10);
const monthly = plainPlan('Every month', [1, 'MONTH'], 20);

let store: StorefrontInTest;
let plans: string[];
let first: string;
let second: string;
beforeEach(async () => {
  store = await storefrontInTest((html) => new JSDOM(html).window.document);
  plans = store.sell([weekly, monthly]).map(String);
  [first = '', second = ''] = store.variants.map(({ id }) => String(id));
});

const open = (change?: (html: string) => string, query?: string) =>
  openWidget(store, change, query);

describe('the widget’s script', () => {
  it.each(['change', 'attribute', 'variant:change'] as const)(
    'follows the theme’s variant picker by %s, and keeps the plan that was chosen',
    async (tell) => {
      const page = await open();
      expect(page.price()).toBe('$12.00');
      page.choose(page.radios()[2]);
      page.pick(second, tell);
      await expect.poll(() => page.price()).not.toBe('$12.00');
      expect(page.one('[data-cadence-body]').getAttribute('data-variant')).toBe(second);
      expect(page.radios()[2]?.checked).toBe(true);
      expect(page.sent()).toEqual([plans[1]]);
      page.pick(first, tell);
      await expect.poll(() => page.price()).toBe('$12.00');
      expect(page.requested).toEqual([]);
    },
  );

  it('follows the address where the form names no variant', async () => {
    const page = await open();
    page.pick(second, 'address');
    await expect
      .poll(() => page.one('[data-cadence-body]').getAttribute('data-variant'))
      .toBe(second);
  });

  it('keeps the focus in the widget when the variant changes', async () => {
    const page = await open();
    page.radios()[1]?.focus();
    page.pick(second, 'change');
    await expect.poll(() => page.price()).not.toBe('$12.00');
    expect(page.document.activeElement).toBe(page.radios()[1]);
  });

  it('fetches the options of a variant that the page does not hold, and shows none until then', async () => {
    const page = await open((html) => html.replaceAll(/<template[\s\S]*?<\/template>/g, ''));
    page.pick(second, 'change');
    await page.settle();
    expect(page.radios()).toEqual([]);
    await expect.poll(() => page.radios()).toHaveLength(3);
    expect(page.requested).toEqual([
      `/storefront/first-crack/products/${store.product.handle}?variant=${second}&section_id=template--main`,
    ]);
    expect(page.price()).not.toBe('$12.00');
  });

  it('shows no options rather than wrong ones where they cannot be had', async () => {
    const page = await open((html) => html.replaceAll(/<template[\s\S]*?<\/template>/g, ''));
    page.window.fetch = async () => Promise.reject(new TypeError('offline'));
    page.pick(second, 'change');
    await page.settle();
    await page.settle();
    expect(page.radios()).toEqual([]);
    expect(page.sent()).toEqual([]);
  });

  it('survives that the theme draws its section anew', async () => {
    const page = await open();
    page.choose(page.radios()[1]);
    const section = page.one('section');
    const fresh = await (
      await store.request(`/products/${store.product.handle}?variant=${second}&section_id=x`)
    ).text();
    section.outerHTML = fresh;
    expect(page.radios()).toHaveLength(3);
    page.choose(page.radios()[2]);
    expect(page.sent()).toEqual([plans[1]]);
    page.pick(first, 'change');
    await expect.poll(() => page.price()).toBe('$12.00');
  });

  it('belongs to whatever form the theme has', async () => {
    const page = await open((html) => html.replaceAll('id="product-form-', 'id="other-'));
    page.choose(page.radios()[1]);
    expect(page.sent()).toEqual([plans[0]]);
  });

  it('gives a form without an id one', async () => {
    const page = await open((html) => html.replaceAll(/ id="product-form-[^"]*"/g, ''));
    page.choose(page.radios()[1]);
    expect(page.sent()).toEqual([plans[0]]);
  });

  it('passes by a form of instalments that has no button', async () => {
    const instalments =
      '<form action="/storefront/first-crack/cart/add" id="instalments"><input name="id" value="1"></form>';
    const page = await open((html) => html.replace('<section', `${instalments}<section`));
    page.choose(page.radios()[1]);
    expect(page.radios()[1]?.form?.id).toBe('product-form-template--main');
  });

  it('keeps two widgets of one form alike, and sends one plan', async () => {
    await store.act('theme', { kind: 'add-block', template: 'product', block: widgetBlocks.block });
    const page = await open();
    expect(page.document.querySelectorAll('cadence-plans')).toHaveLength(2);
    expect([page.radios(0)[0]?.checked, page.radios(1)[0]?.checked]).toEqual([true, true]);
    page.choose(page.radios(1)[2]);
    expect([page.radios(0)[2]?.checked, page.radios(1)[2]?.checked]).toEqual([true, true]);
    expect(page.sent()).toEqual([plans[1]]);
    page.choose(page.radios(0)[1]);
    expect([page.radios(0)[1]?.checked, page.radios(1)[1]?.checked]).toEqual([true, true]);
    page.pick(second, 'change');
    await expect.poll(() => page.price(1)).not.toBe('$12.00');
    expect(page.price(0)).toBe(page.price(1));
    expect(page.sent()).toEqual([plans[0]]);
  });

  it('tells the theme which plan was chosen', async () => {
    const page = await open();
    const told: unknown[] = [];
    page.document.addEventListener('cadence:plan', (event) => {
      if ('detail' in event) told.push(event.detail);
    });
    page.choose(page.radios()[1]);
    expect(told).toEqual([{ sellingPlanId: plans[0], variantId: first }]);
  });

  it('runs once, however often the theme loads it', async () => {
    const page = await open();
    expect(() => page.window.eval(script)).not.toThrow();
  });
});

describe('the embed', () => {
  beforeEach(() => store.act('theme', { kind: 'embed', block: widgetBlocks.embed, on: true }));

  it('moves into the product form, before its button', async () => {
    await store.act('theme', {
      kind: 'remove-block',
      template: 'product',
      block: widgetBlocks.block,
    });
    const page = await open();
    const widget = page.one('cadence-plans');
    expect(widget.hasAttribute('hidden')).toBe(false);
    expect(widget.nextElementSibling?.getAttribute('name')).toBe('add');
    page.choose(page.radios()[1]);
    expect(page.sent()).toEqual([plans[0]]);
    page.pick(second, 'change');
    await expect.poll(() => page.price()).not.toBe('$12.00');
  });

  it('leaves the page to the block where there is one', async () => {
    const page = await open();
    expect(page.one('cadence-plans[data-embed]').hasAttribute('hidden')).toBe(true);
    page.choose(page.radios()[1]);
    expect(page.sent()).toEqual([plans[0]]);
  });
});
