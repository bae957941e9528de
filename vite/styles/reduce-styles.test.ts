import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import postcss, { type Container, type Document } from 'postcss';
import { expect, it } from 'vitest';
import { minifyStyles, reduceStyles } from './reduce-styles.ts';

const polaris = readFileSync(
  createRequire(import.meta.url).resolve('@shopify/polaris/build/esm/styles.css'),
  'utf8',
);

type Said = { media: string; selector: string; property: string; value: string };

/** What a style sheet says, one by one, in its order. */
function saidIn(styles: string): Said[] {
  const said: Said[] = [];
  postcss.parse(styles).walkRules((rule) => {
    const media = mediaOf(rule.parent);
    for (const selector of rule.selectors) {
      rule.walkDecls(({ prop: property, value }) => {
        said.push({ media, selector, property, value });
      });
    }
  });
  return said;
}

function mediaOf(parent: Container | Document | undefined): string {
  return parent?.type === 'atrule'
    ? (`${mediaOf(parent.parent)}@${parent}`.split('{')[0] ?? '')
    : '';
}

const textOf = ({ media, selector, property, value }: Said) =>
  `${media} ${selector} ${property}: ${value}`;

/** All of Polaris with the values of its default theme in the place of tokens, and colours said in one way. */
async function polarisInValues(): Promise<Said[]> {
  const tokens = new Map(
    saidIn(polaris)
      .filter(({ selector, property }) => selector === ':root' && property.startsWith('--p-'))
      .map(({ property, value }) => [property, value]),
  );
  let styles = polaris;
  for (let before = ''; before !== styles; ) {
    before = styles;
    styles = styles.replace(/var\((--p-[\w-]+)\)/g, (use, name) => tokens.get(name) ?? use);
  }
  return saidIn(await minifyStyles(styles)).map(inOneWay);
}

/** In a custom property colours are only words: `rgba(255, 255, 255, 1)` is `#ffffff`. */
function inOneWay({ value, ...said }: Said): Said {
  const spelled = value.replace(/#([\da-f]{2})([\da-f]{2})([\da-f]{2})\b/g, (_, ...parts) => {
    const [red, green, blue] = parts.slice(0, 3).map((part) => Number.parseInt(part, 16));
    return `rgba(${red},${green},${blue},1)`;
  });
  return { ...said, value: spelled.replace(/, /g, ',') };
}

const everything = polaris.match(/[\w-]+/g)?.join(' ') ?? '';
const some = 'div button html Polaris-Button Polaris-Box Polaris-Box--printHidden Polaris-Spinner';
const parts = [
  ['everything', everything],
  ['some of it', some],
] as const;

it.each(parts)('says of %s what Polaris says, in its order', async (_name, scripts) => {
  const ours = saidIn((await reduceStyles(polaris, scripts))[0])
    .map(inOneWay)
    .map(textOf);
  const theirs = (await polarisInValues()).map(textOf);
  expect(ours.length).toBeGreaterThan(50);
  let at = 0;
  const changed = ours.filter((text) => {
    const found = theirs.indexOf(text, at);
    at = found < 0 ? at : found + 1;
    return found < 0;
  });
  expect(changed).toEqual([]);
});

it.each(parts)('leaves out of %s nothing that an element can fit', async (_name, scripts) => {
  const words = new Set([...scripts.split(' '), 'html', 'body', 'p-theme-light', 'from', 'to']);
  const ours = saidIn((await reduceStyles(polaris, scripts))[0]).map(inOneWay);
  const texts = new Set(ours.map(textOf));
  const placed = ({ media, selector, property }: Said) => `${media} ${selector} ${property}`;
  const places = new Set(ours.map(placed));
  const lost = (await polarisInValues()).filter(
    (said) =>
      !texts.has(textOf(said)) &&
      // Said again below in the same place.
      !places.has(placed(said)) &&
      !said.property.startsWith('--p-') &&
      !said.media.includes('-ms-high-contrast') &&
      namesIn(said.selector).every((name) => words.has(name)),
  );
  expect(lost.map(textOf)).toEqual([]);
});

it('takes the rules of components apart, each in its order, and loses none', async () => {
  const [whole] = await reduceStyles(polaris, everything);
  const components = ['ColorPicker', 'DropZone'];
  const [first, ...apart] = await reduceStyles(polaris, everything, components);
  expect(first).not.toMatch(/\.Polaris-(ColorPicker|DropZone)/);
  const isApart = ({ selector }: Said, component: string) =>
    new RegExp(`\\.Polaris-${component}(?![A-Za-z])`).test(selector);
  const textsOf = (said: Said[]) => said.map(textOf);
  const all = saidIn(whole);
  expect(textsOf(saidIn(first))).toEqual(
    textsOf(all.filter((said) => !components.some((component) => isApart(said, component)))),
  );
  for (const [at, component] of components.entries()) {
    const theirs = textsOf(saidIn(apart[at] ?? ''));
    expect(theirs.length).toBeGreaterThan(20);
    expect(theirs).toEqual(textsOf(all.filter((said) => isApart(said, component))));
  }
});

/** The elements, classes and attributes that a selector asks for; not what it refuses, nor one of several. */
function namesIn(selector: string): string[] {
  const asked = selector
    .replace(/:[\w-]+\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
    .replace(/::?[\w-]+/g, '');
  return asked.match(/[A-Za-z_][\w-]*(?![^[]*["'\]])|(?<=\[)[\w-]+/g) ?? [];
}

it('rounds no colour that is translucent', async () => {
  const colour = /#[\da-f]{8}\b|rgba\([^)]*\)/g;
  const translucent = (styles: string) =>
    new Set(
      (styles.match(colour) ?? [])
        .map((text) =>
          text
            .replace(/ /g, '')
            .replace(/\b0\./g, '.')
            .replace(/(\.\d+?)0+\)/, '$1)'),
        )
        .filter((text) => !text.endsWith(',1)')),
    );
  const known = translucent(polaris);
  const ours = translucent((await reduceStyles(polaris, everything))[0]);
  expect(ours.size).toBeGreaterThan(20);
  expect([...ours].filter((text) => !known.has(text))).toEqual([]);
});
