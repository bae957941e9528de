import remixConfig from '../remix.config.js';
import { browserTransform } from './browser-transform.ts';

const remixModule = /@remix-run\/react\/dist\/esm\/[\w-]+\.js$/;

/** Flags of Remix that are off in `remix.config.js`, and whose other half is worth leaving out. */
export const offFlags = (['v3_singleFetch', 'v3_lazyRouteDiscovery'] as const).filter(
  (flag) => !remixConfig.future?.[flag],
);

/**
 * Tells the browser's bundle which flags of Remix are off. Remix asks the document for them, so that the bundler would keep
 * both halves: 6 KiB, a second decoder of answers among them.
 */
export const leaveOutOffFlags = browserTransform('leave-out-off-flags', remixModule, (code) =>
  withoutFlags(code, offFlags),
);

/** A module of Remix with each of the flags replaced by `false`. */
export function withoutFlags(code: string, flags: readonly string[]): string {
  const asked = new RegExp(
    `\\b(?:window\\.__remixContext\\.|context\\.)?future\\.(?:${flags.join('|')})\\b`,
    'g',
  );
  return code.replace(asked, 'false');
}
