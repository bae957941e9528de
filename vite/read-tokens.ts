import { browserTransform } from './browser-transform.ts';

/** The groups of tokens that Polaris' scripts read; the style sheet has the others. */
export const readGroups = ['breakpoints', 'motion', 'space', 'zIndex'] as const;

const tokensModule = /@shopify\/polaris-tokens\/dist\/esm\/build\/index\.mjs$/;
const themesLiteral = /^var themes = (\{\n[\s\S]*?\n\});$/m;

/**
 * Leaves of Polaris' tokens what its scripts read of the theme in use: 2 KiB of 18. Fails where a new version of the
 * tokens looks otherwise, and `read-tokens.test.ts` where a new version of Polaris reads more.
 */
export const keepReadTokens = () =>
  browserTransform('keep-read-tokens', tokensModule, withReadTokens);

/** The module of the tokens with only the default theme in it, and of that only what is read. */
export function withReadTokens(code: string): string {
  const literal = themesLiteral.exec(code)?.[1];
  if (literal === undefined) throw new Error('The themes of @shopify/polaris-tokens have moved.');
  const themes: { light?: Record<string, unknown> } = JSON.parse(literal);
  const light = Object.fromEntries(
    readGroups.map((group) => {
      const tokens = themes.light?.[group];
      if (tokens === undefined) throw new Error(`@shopify/polaris-tokens has no ${group}.`);
      return [group, tokens];
    }),
  );
  return code.replace(themesLiteral, () => `var themes = ${JSON.stringify({ light })};`);
}
