import postcss, { type AtRule, type Root, type Rule } from 'postcss';
import { PurgeCSS } from 'purgecss';
import { transformWithEsbuild } from 'vite';

/** What every document has, and what Polaris sets on it from names that it puts together. */
const always = ['html', 'body', 'p-theme-light'];

/** PurgeCSS drops rules with `:is(:hover, :focus)`, for want of a class in it; it lets pass what it does not know. */
const unread = ':-unread-';

const wordPattern = /[\w-]+/g;

/**
 * Leaves of Polaris' style sheet what the app's scripts can ask for: rules by their classes, elements and attributes, and of
 * its tokens the values, written where they are used. Only the theme that is in `:root` stays.
 * @param styles all of Polaris, as it is published
 * @param scripts source text of every module that the browser can load
 * @param apart components whose rules come in style sheets of their own
 * @returns the style sheet, minified, and after it those of the components
 */
export async function reduceStyles(
  styles: string,
  scripts: string,
  apart: readonly string[] = [],
): Promise<[string, ...string[]]> {
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: styles.replace(/:(?=(is|where)\()/g, unread) }],
    content: [{ raw: scripts, extension: 'js' }],
    defaultExtractor: (text) => text.match(wordPattern) ?? [],
    safelist: { standard: always },
  });
  if (!purged) throw new Error('PurgeCSS gave no style sheet.');
  const root = postcss.parse(purged.css.replaceAll(unread, ':'));
  dropContrastOfOldBrowsers(root);
  writeTokensOut(root, new Set(scripts.match(wordPattern)));
  const theirs = apart.map((component) => takeApart(root, component));
  return [
    await minifyStyles(root.toString()),
    ...(await Promise.all(theirs.map((each) => minifyStyles(each.toString())))),
  ];
}

/** Takes out of a style sheet the rules that are for nothing but a component and its parts. */
function takeApart(root: Root, component: string): Root {
  const named = new RegExp(`\\.Polaris-${component}(?![A-Za-z])`);
  const isItsOwn = ({ selectors }: Rule) => selectors.every((selector) => named.test(selector));
  const theirs = root.clone();
  keepRules(theirs, isItsOwn);
  keepRules(root, (rule) => !isItsOwn(rule));
  return theirs;
}

function keepRules(root: Root, isKept: (rule: Rule) => boolean): void {
  root.walkRules((rule) => {
    if (!isKept(rule)) rule.remove();
  });
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
}

/** What the platform's admin itself asks for. */
const oldestBrowsers = ['chrome111', 'firefox114', 'safari16.4'];

/** Says the same in fewer bytes. What is translucent keeps its decimals: in hexadecimal digits they are rounded. */
export async function minifyStyles(styles: string): Promise<string> {
  const { code } = await transformWithEsbuild(styles, 'polaris.css', {
    minify: true,
    target: oldestBrowsers,
    supported: { 'hex-rgba': false },
  });
  return code;
}

/** Internet Explorer's; what lives today is `forced-colors`. */
function dropContrastOfOldBrowsers(root: Root): void {
  root.walkAtRules('media', (rule: AtRule) => {
    if (rule.params.includes('-ms-high-contrast')) rule.remove();
  });
}

/** With one theme a token is a constant. Those that scripts can name in a style attribute stay declared. */
function writeTokensOut(root: Root, words: ReadonlySet<string>): void {
  const values = new Map<string, string>();
  root.walkRules((rule) => {
    if (!rule.selectors.includes(':root')) return;
    rule.walkDecls(/^--p-/, ({ prop, value }) => {
      values.set(prop, value);
    });
  });
  const written = (value: string): string =>
    value.replace(/var\((--p-[\w-]+)\)/g, (use, name: string) => {
      const known = values.get(name);
      return known === undefined ? use : written(known);
    });
  root.walkDecls((declaration) => {
    if (values.has(declaration.prop) && !canBeNamed(declaration.prop, words)) declaration.remove();
    else declaration.value = opaqueInHexadecimal(written(declaration.value));
  });
}

function opaqueInHexadecimal(value: string): string {
  return value.replace(/rgba\((\d+), ?(\d+), ?(\d+), ?1\)/g, (_, ...[red, green, blue]) => {
    const digits = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0'));
    return `#${digits.join('')}`;
  });
}

/** Scripts name a token in one piece, or as its group and the rest: `--p-space-${gap}`, `--p-${group}-${alias}`. */
function canBeNamed(token: string, words: ReadonlySet<string>): boolean {
  const name = token.slice('--p-'.length);
  if (words.has(token) || words.has(name)) return true;
  const dashes = [...name.matchAll(/-/g)].map(({ index }) => index);
  return dashes.some((at) => {
    const group = name.slice(0, at);
    const isGroup = [group, `${group}-`, `--p-${group}-`].some((word) => words.has(word));
    return isGroup && words.has(name.slice(at + 1));
  });
}
