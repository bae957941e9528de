import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { extensionFolder } from './liquid.ts';
import type { StorefrontInTest } from './storefront-in-test.ts';

export const script = readFileSync(
  join(extensionFolder, 'assets', 'subscription-plans.js'),
  'utf8',
);

/** The product's page in a browser with the widget's script. `change` edits the markup, as a theme might. */
export async function openWidget(
  store: StorefrontInTest,
  change: (html: string) => string = (html) => html,
  query = '',
) {
  const path = `/products/${store.product.handle}${query}`;
  const html = change(await (await store.request(path)).text());
  const url = `https://shop.example/storefront/first-crack${path}`;
  const { window } = new JSDOM(html, { runScripts: 'outside-only', url });
  const requested: string[] = [];
  window.fetch = async (address) => {
    requested.push(String(address));
    return await store.request(String(address).replace('/storefront/first-crack', ''));
  };
  window.eval(script);
  const { document } = window;
  const one = <Found extends Element>(selector: string) => {
    const found = document.querySelector<Found>(selector);
    if (found === null) throw new Error(`There is no ${selector}`);
    return found;
  };
  return {
    window,
    document,
    requested,
    one,
    form: () => one<HTMLFormElement>('form[action$="/cart/add"]'),
    radios: (widget = 0) => [
      ...(document
        .querySelectorAll('cadence-plans')
        [widget]?.querySelectorAll<HTMLInputElement>('[data-cadence-body] input') ?? []),
    ],
    price: (widget = 0) =>
      document
        .querySelectorAll('cadence-plans')
        [widget]?.querySelector('[data-cadence-body] .cadence__price')
        ?.textContent?.trim(),
    choose(radio: HTMLInputElement | undefined) {
      radio?.click();
    },
    sent: () =>
      new window.FormData(one<HTMLFormElement>('form[action$="/cart/add"]')).getAll('selling_plan'),
    /** Picks another variant in one of the ways of themes. */
    pick(variant: string, tell: 'change' | 'attribute' | 'variant:change' | 'address' | 'silence') {
      const field = one<HTMLInputElement>('form[action$="/cart/add"] [name="id"]');
      if (tell === 'attribute') field.setAttribute('value', variant);
      else if (tell !== 'address') field.value = variant;
      if (tell === 'change') field.dispatchEvent(new window.Event('change', { bubbles: true }));
      if (tell === 'variant:change')
        document.dispatchEvent(new window.CustomEvent('variant:change'));
      if (tell === 'address') {
        field.remove();
        window.history.replaceState({}, '', `?variant=${variant}`);
        window.dispatchEvent(new window.PopStateEvent('popstate'));
      }
    },
    settle: () => new Promise((resolve) => window.setTimeout(resolve)),
  };
}
