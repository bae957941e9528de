import { errorTexts } from '#contract/error-texts.ts';
import { knownTextOf } from '../subscription-api/failure.ts';
import { isDocumentKept, loadAgain } from './load-again.ts';
import { ifConnected, onceConnected } from './network.ts';

type Options = {
  /** The address to reload the app at; by default the current one. */
  path?: string;
  /** For code that a change waits for: whatever is missing, there is an error at once, and what the merchant made stays on the screen. */
  isUrgent?: boolean;
};

/**
 * Loads code by `import()`. Without the network it waits for it. With the network the file is gone, as after a new version: then the
 * app is loaded again, and this never settles.
 * @throws an error with a text for the merchant where loading again would lose something or has not helped
 */
export async function loadScript<Loaded>(
  load: () => Promise<Loaded>,
  { path, isUrgent = false }: Options = {},
): Promise<Loaded> {
  try {
    return await (isUrgent ? ifConnected(load) : onceConnected(load));
  } catch (error) {
    if (knownTextOf(error) !== undefined) throw error;
    if (isUrgent) throw new Error(errorTexts.notSent, { cause: error });
    if (loadAgain(path)) return new Promise(() => {});
    throw new Error(isDocumentKept() ? errorTexts.newVersion : errorTexts.missingScript, {
      cause: error,
    });
  }
}
