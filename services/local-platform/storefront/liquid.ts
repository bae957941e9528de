import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hash, Liquid, type TagToken, Tokenizer, TypeGuards, Value } from 'liquidjs';
import { z } from 'zod';
import { contrastOf } from './colors.ts';
import { formatMoney } from './markets.ts';

/** The folder of the storefront widget, as deployed to the platform. */
export const extensionFolder = fileURLToPath(
  new URL('../../../extensions/subscription-widget', import.meta.url),
);
const themeFolder = fileURLToPath(new URL('./theme', import.meta.url));

type Texts = { [key: string]: string | Texts };
const textsSchema: z.ZodType<Texts> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => textsSchema)]),
);

function extensionTexts(): Texts {
  const file = join(extensionFolder, 'locales', 'en.default.json');
  return textsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** The `t` filter: a key's text with its values, escaped as on the platform. */
function translate(texts: Texts, key: string, values: ReadonlyMap<string, unknown>): string {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') return `Translation missing: en.${key}`;
  return escapeHtml(
    found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values.get(name) ?? '')),
  );
}

/**
 * The platform's Liquid in one currency, with everything that the storefront's theme and the widget use. Reads files again each time, so that
 * changes of the widget show at once.
 */
export function createLiquid(options: { currency: string; rootUrl: string }): Liquid {
  const { currency, rootUrl } = options;
  const liquid = new Liquid({
    root: [themeFolder],
    partials: [join(extensionFolder, 'snippets'), themeFolder],
    extname: '.liquid',
    cache: false,
  });
  const texts = extensionTexts();
  liquid.registerFilter('t', (key: unknown, ...given: unknown[]) => {
    const pairs = given.filter((pair): pair is [string, unknown] => Array.isArray(pair));
    return translate(texts, String(key), new Map(pairs));
  });
  liquid.registerFilter('money', (hundredths: unknown) =>
    formatMoney(Number(hundredths), currency),
  );
  liquid.registerFilter('color_contrast', (color: unknown, other: unknown) =>
    contrastOf(String(color), String(other)),
  );
  liquid.registerFilter('asset_url', (file: unknown) => `${rootUrl}/assets/${String(file)}`);
  liquid.registerFilter(
    'stylesheet_tag',
    (url: unknown) =>
      `<link href="${escapeHtml(String(url))}" rel="stylesheet" type="text/css" media="all" />`,
  );
  liquid.registerTag('schema', {
    parse(_: TagToken, rest) {
      while (rest.length > 0) {
        const token = rest.shift();
        if (token && TypeGuards.isTagToken(token) && token.name === 'endschema') return;
      }
      throw new Error('schema is not closed');
    },
    render: () => '',
  });
  registerForm(liquid, rootUrl);
  return liquid;
}

/** `{% form 'product', product, id: … %}`: the platform's form for adding a product to the cart. */
function registerForm(liquid: Liquid, rootUrl: string): void {
  liquid.registerTag('form', {
    parse(token: TagToken, rest) {
      const tokenizer = new Tokenizer(token.args);
      this.kind = new Value(tokenizer.readFilteredValue(), this.liquid);
      this.attributes = new Hash(tokenizer.remaining().replace(/^\s*,\s*\w+\s*,?/, ''));
      this.templates = [];
      const stream = this.liquid.parser
        .parseStream(rest)
        .on('tag:endform', () => stream.stop())
        .on('template', (template: unknown) => this.templates.push(template))
        .on('end', () => {
          throw new Error('form is not closed');
        });
      stream.start();
    },
    *render(context, emitter) {
      const attributes: Record<string, unknown> = yield this.attributes.render(context);
      const written = Object.entries(attributes)
        .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
        .join('');
      emitter.write(
        `<form method="post" action="${rootUrl}/cart/add" accept-charset="UTF-8" enctype="multipart/form-data"${written}>` +
          '<input type="hidden" name="form_type" value="product"><input type="hidden" name="utf8" value="✓">',
      );
      yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
      emitter.write('</form>');
    },
  });
}
