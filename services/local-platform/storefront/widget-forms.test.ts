import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { widgetBlocks } from '#contract/theme.ts';
import { plainPlan } from '../seed/groups.ts';
import { type StorefrontInTest, storefrontInTest } from './storefront-in-test.ts';
import { openWidget } from './widget-in-test.ts';

// The widget must belong to its own product's form, whatever other product forms a page has.

const action = '/storefront/first-crack/cart/add';
let store: StorefrontInTest;
let plans: string[];
let first: string;
let second: string;

beforeEach(async () => {
  store = await storefrontInTest((html) => new JSDOM(html).window.document);
  plans = store
    .sell([plainPlan('Every week', [1, 'WEEK'], 10), plainPlan('Every month', [1, 'MONTH'], 20)])
    .map(String);
  [first = '', second = ''] = store.variants.map(({ id }) => String(id));
});

type Page = Awaited<ReturnType<typeof openWidget>>;

const form = (name: string, fields: string) =>
  `<form action="${action}" data-form="${name}">${fields}<button type="submit" name="add">Add</button></form>`;
const variantField = (variant: string) => `<input type="hidden" name="id" value="${variant}">`;
const productField = (product: string) =>
  `<input type="hidden" name="product-id" value="${product}">`;

/** Inserts markup before the product's section, like drawers and headers. */
const before = (markup: string) => (html: string) => html.replace('<section', `${markup}<section`);
const within = (markup: string) => (html: string) =>
  html.replace('</section>', `${markup}</section>`);

function sentBy(page: Page, name: string): unknown[] {
  const found = page.one<HTMLFormElement>(`form[data-form="${name}"]`);
  return new page.window.FormData(found).getAll('selling_plan');
}

/** Names the page's own form, so that tests find it like the others. */
const named = (html: string) =>
  html.replace('id="product-form-template--main"', '$& data-form="own"');

const open = (change: (html: string) => string = (html) => html) =>
  openWidget(store, (html) => change(named(html)));

const strangers = [
  ['of another product', form('other', variantField('1'))],
  [
    'of another product whose variant has the number of one of ours',
    (variant: string) => form('other', variantField(variant) + productField('1')),
  ],
  ['without a product', form('other', '<input type="hidden" name="id" value="">')],
] as const;

const markupOf = (stranger: (typeof strangers)[number][1]) =>
  typeof stranger === 'string' ? stranger : stranger(first);

for (const kind of ['block', 'embed'] as const) {
  describe(`the ${kind}`, () => {
    beforeEach(async () => {
      if (kind === 'block') return;
      await store.act('theme', {
        kind: 'remove-block',
        template: 'product',
        block: widgetBlocks.block,
      });
      await store.act('theme', { kind: 'embed', block: widgetBlocks.embed, on: true });
    });

    it.each(strangers)('passes by a form %s', async (_, stranger) => {
      const page = await open(before(`<section>${markupOf(stranger)}</section>`));
      page.choose(page.radios()[1]);
      expect(sentBy(page, 'own')).toEqual([plans[0]]);
      expect(sentBy(page, 'other')).toEqual([]);
    });

    it.each(strangers)('belongs to no form where there is only one %s', async (_, stranger) => {
      const page = await open((html) =>
        html
          .replace(/<form method="post" action="[^"]*add"[\s\S]*?<\/form>/, () =>
            markupOf(stranger).replace(
              'data-form="other"',
              'id="product-form-template--main" data-form="other"',
            ),
          )
          .replace('<section', '<section></section><section'),
      );
      page.choose(page.radios()[1]);
      if (kind === 'embed') expect(page.one('cadence-plans').hasAttribute('hidden')).toBe(true);
      if (!markupOf(stranger).includes('value=""')) expect(sentBy(page, 'other')).toEqual([]);
    });

    it('finds its form where that comes later', async () => {
      const page = await open((html) => html.replace(' name="id" ', ' name="later" '));
      expect(sentBy(page, 'own')).toEqual([]);
      const field = page.one<HTMLInputElement>('[name="later"]');
      const own = page.one('form[data-form="own"]');
      field.name = 'id';
      own.replaceWith(own.cloneNode(true));
      await page.settle();
      page.choose(page.radios()[1]);
      expect(sentBy(page, 'own')).toEqual([plans[0]]);
    });

    it('gives the plan to a second form of its product in the section too', async () => {
      const page = await open(
        within(form('sticky', variantField(first)) + form('other', variantField('1'))),
      );
      page.choose(page.radios()[2]);
      expect(sentBy(page, 'own')).toEqual([plans[1]]);
      expect(sentBy(page, 'sticky')).toEqual([plans[1]]);
      expect(sentBy(page, 'other')).toEqual([]);
      page.choose(page.radios()[0]);
      expect(sentBy(page, 'sticky')).toEqual(['']);
    });

    it('gives no plan to a second form that sells another variant', async () => {
      const page = await open(within(form('sticky', variantField(second))));
      page.choose(page.radios()[2]);
      expect(sentBy(page, 'sticky')).toEqual([]);
    });
  });
}

describe('the block', () => {
  it('belongs to its own form where the page has another of the same id, as in quick-add', async () => {
    const other = form('other', variantField('1')).replace(
      '<form',
      '<form id="product-form-template--main"',
    );
    const page = await open(before(`<section>${other}</section>`));
    page.choose(page.radios()[1]);
    expect(sentBy(page, 'own')).toEqual([plans[0]]);
    expect(sentBy(page, 'other')).toEqual([]);
    page.choose(page.radios()[0]);
    expect(sentBy(page, 'own')).toEqual(['']);
  });

  it('keeps three widgets of one form alike', async () => {
    for (let more = 0; more < 2; more += 1) {
      await store.act('theme', {
        kind: 'add-block',
        template: 'product',
        block: widgetBlocks.block,
      });
    }
    const page = await open();
    page.choose(page.radios(2)[1]);
    const checked = [0, 1, 2].map((widget) =>
      page.radios(widget).findIndex((radio) => radio.checked),
    );
    expect(checked).toEqual([1, 1, 1]);
    expect(sentBy(page, 'own')).toEqual([plans[0]]);
  });
});

describe('the embed', () => {
  beforeEach(async () => {
    await store.act('theme', {
      kind: 'remove-block',
      template: 'product',
      block: widgetBlocks.block,
    });
    await store.act('theme', { kind: 'embed', block: widgetBlocks.embed, on: true });
  });

  it('comes back when the theme draws its section anew', async () => {
    const page = await open();
    page.choose(page.radios()[1]);
    const path = `/products/${store.product.handle}?variant=${second}&section_id=x`;
    page.one('section').outerHTML = named(await (await store.request(path)).text());
    await expect.poll(() => page.document.querySelector('section cadence-plans')).not.toBeNull();
    expect(page.one('[data-cadence-body]').getAttribute('data-variant')).toBe(second);
    page.choose(page.radios()[2]);
    expect(sentBy(page, 'own')).toEqual([plans[1]]);
  });

  it('goes when another product comes into its form, and comes back with its own', async () => {
    const page = await open();
    page.choose(page.radios()[1]);
    page.pick('1', 'change');
    await expect.poll(() => page.one('cadence-plans').hasAttribute('hidden')).toBe(true);
    expect(sentBy(page, 'own')).toEqual([]);
    page.pick(first, 'change');
    await expect.poll(() => page.one('cadence-plans').hasAttribute('hidden')).toBe(false);
    expect(sentBy(page, 'own')).toEqual([plans[0]]);
  });

  it('goes before a drawer’s form of the same product into that of the page', async () => {
    const page = await open((html) =>
      html.replace('<header', `${form('drawer', variantField(first))}<header`),
    );
    expect(page.one('main cadence-plans').hasAttribute('hidden')).toBe(false);
    page.choose(page.radios()[1]);
    expect(sentBy(page, 'own')).toEqual([plans[0]]);
  });

  it('does not leave the page to a block of another product', async () => {
    const page = await open(
      before('<section><cadence-plans data-product="1"></cadence-plans></section>'),
    );
    expect(page.one('cadence-plans[data-embed]').hasAttribute('hidden')).toBe(false);
  });
});
