import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { widgetBlocks } from '#contract/theme.ts';
import { timestampOf } from '../graphql/context.ts';
import { totalOf } from '../graphql/order-totals.ts';
import { isTerminated } from '../graphql/subscriptions/contract-changes.ts';
import type { Contract, Order, Page, PaymentMethod, Product } from '../store/records.ts';
import { appBlockOf } from '../theme/editor.ts';
import { mainTheme, readSettings, readTemplate, type Template } from '../theme/main-theme.ts';
import { createLiquid, escapeHtml, extensionFolder } from './liquid.ts';
import { markets } from './markets.ts';
import { productObject, type Visit } from './objects.ts';

type Section = Template['sections'][string];
type Scope = Record<string, unknown>;

const appHandle = 'cadence';
/** The id of the section that shows the product. */
export const mainSection = 'template--main';

/** Renders one store's storefront for one visit. */
export class StorefrontPages {
  readonly #visit: Visit;
  readonly #now: Date;

  constructor(visit: Visit, now: Date) {
    this.#visit = visit;
    this.#now = now;
  }

  get currency(): string {
    return this.#visit.market.currency ?? this.#visit.store.shop.currencyCode;
  }

  get #theme() {
    return mainTheme(this.#visit.store, timestampOf(this.#now));
  }

  get #globals(): Scope {
    const { store, market, rootUrl } = this.#visit;
    const color = store.tables.metafields
      .all()
      .find(({ namespace, key }) => namespace === 'cadence' && key === 'button_color');
    return {
      shop: { name: store.shop.name, currency: store.shop.currencyCode },
      routes: {
        root_url: rootUrl,
        cart_url: `${rootUrl}/cart`,
        checkout_url: `${rootUrl}/checkout`,
      },
      localization: {
        country: { iso_code: market.country, currency: { iso_code: this.currency } },
      },
      markets,
      app: { metafields: { cadence: { button_color: { value: color?.value ?? null } } } },
    };
  }

  async #draw(file: string, scope: Scope): Promise<string> {
    const liquid = createLiquid({ currency: this.currency, rootUrl: this.#visit.rootUrl });
    return String(
      await liquid.renderFile(file, undefined, { globals: { ...this.#globals, ...scope } }),
    );
  }

  /** Renders a block or embed of the app from its file. */
  async #drawAppBlock(file: string, scope: Scope): Promise<string> {
    const liquid = createLiquid({ currency: this.currency, rootUrl: this.#visit.rootUrl });
    const source = readFileSync(join(extensionFolder, 'blocks', `${file}.liquid`), 'utf8');
    const globals = { ...this.#globals, ...scope };
    return String(await liquid.parseAndRender(source, undefined, { globals }));
  }

  async #drawSection(section: Section, product: Scope): Promise<string> {
    const request = { page_type: 'product', design_mode: false };
    const scope: Scope = { ...product, request, section: { id: mainSection } };
    const blocks = section.blocks ?? {};
    let drawn = '';
    for (const id of section.block_order ?? Object.keys(blocks)) {
      const block = blocks[id];
      if (block === undefined || block.disabled === true) continue;
      const object = { id, type: block.type, settings: block.settings ?? {} };
      const file = appBlockOf(block.type, appHandle);
      if (file === null)
        drawn += await this.#draw(`block-${block.type}`, { ...scope, block: object });
      else if (file === widgetBlocks.block) {
        drawn += await this.#drawAppBlock(file, { ...scope, block: object });
      }
    }
    return `<section id="shopify-section-${mainSection}" class="product">${drawn}</section>`;
  }

  /** The product's section alone, which themes request when another variant is chosen. */
  async section(product: Product): Promise<string> {
    const theme = this.#theme;
    const own = product.templateSuffix && readTemplate(theme, `product.${product.templateSuffix}`);
    const template = own || readTemplate(theme, 'product');
    const object = { product: productObject(this.#visit, product) };
    let drawn = '';
    for (const id of template?.order ?? []) {
      const section = template?.sections[id];
      if (section !== undefined) drawn += await this.#drawSection(section, object);
    }
    return drawn;
  }

  async product(product: Product): Promise<string> {
    const embeds = Object.values(readSettings(this.#theme).current.blocks ?? {});
    const isEmbedOn = embeds.some(
      (block) =>
        block.disabled !== true && appBlockOf(block.type, appHandle) === widgetBlocks.embed,
    );
    const scope = {
      product: productObject(this.#visit, product),
      request: { page_type: 'product', design_mode: false },
      block: { id: 'embed', settings: {} },
    };
    const embed = isEmbedOn ? await this.#drawAppBlock(widgetBlocks.embed, scope) : '';
    return await this.layout(product.title, `${await this.section(product)}${embed}`);
  }

  async layout(title: string, content: string): Promise<string> {
    return await this.#draw('layout', { title, content });
  }

  async cart(lines: readonly object[], total: number): Promise<string> {
    return await this.layout('Your cart', await this.#draw('cart', { lines, total }));
  }

  async checkout(lines: readonly object[], total: number, scope: Scope): Promise<string> {
    return await this.layout('Checkout', await this.#draw('checkout', { lines, total, ...scope }));
  }

  async thankYou(order: Order, contracts: readonly Contract[]): Promise<string> {
    const { shop } = this.#visit.store;
    const scope = {
      order: {
        name: `#${order.number}`,
        total: totalOf(order),
        paid: order.financialStatus === 'PAID' ? 'paid' : 'paid in part',
        url: `/store/${shop.handle}/orders/${order.id}`,
      },
      contracts: contracts.map(({ id, lines, schedules }) => ({
        id,
        plan: lines[0]?.sellingPlanName,
        next: dayIn(shop.timezone, schedules[0]?.firstDate),
      })),
    };
    return await this.layout('Thank you', await this.#draw('thank-you', scope));
  }

  /** The page for entering another card; after that, it shows the result. */
  async newCard(method: PaymentMethod, scope: Scope): Promise<string> {
    const { store } = this.#visit;
    const isUsed = method.updateLink?.isUsed === true;
    const paid = store.contractsByCustomer
      .get(method.customerId)
      .filter(({ paymentMethodId }) => paymentMethodId === method.id)
      .filter((contract) => !isTerminated(contract));
    const drawn = await this.#draw('new-card', {
      ...scope,
      method: { is_new: isUsed, text: methodText(method) },
      contracts: paid.map(({ id, lines }) => {
        const titles = lines.map(({ title, quantity }) => `${title} × ${quantity}`);
        return `Subscription ${id}, ${lines[0]?.sellingPlanName ?? ''}: ${titles.join(', ')}`;
      }),
    });
    return await this.layout(isUsed ? 'Your card is changed' : 'Change your card', drawn);
  }

  async strangeLink(): Promise<string> {
    const { name } = this.#visit.store.shop;
    return await this.message(
      'This link leads nowhere',
      `It isn’t whole, or ${name} has sent a newer mail since: use the link in that one, or ask ${name} for another.`,
    );
  }

  async products(products: readonly Product[]): Promise<string> {
    const listed = products.map((product) => productObject(this.#visit, product));
    return await this.layout('Products', await this.#draw('collection', { products: listed }));
  }

  /** A page of the merchant's own, with the merchant's HTML. */
  async page({ title, body }: Page): Promise<string> {
    return await this.layout(title, `<h1>${escapeHtml(title)}</h1>${body}`);
  }

  async message(title: string, text: string): Promise<string> {
    return await this.layout(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
  }
}

function methodText({ kind, brand, lastDigits, holder }: PaymentMethod): string {
  return kind === 'PAYPAL'
    ? `the PayPal account ${holder}`
    : `the ${brand} card ending in ${lastDigits}`;
}

/** A day in a store's time zone, such as "January 3, 2027". */
function dayIn(timeZone: string, timestamp: string | undefined): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone });
  return timestamp === undefined ? '' : format.format(new Date(timestamp));
}
