import { type BrowserContext, type ConsoleMessage, expect, type WebError } from '@playwright/test';

/**
 * Collects errors in all pages and frames of a browser: console errors, uncaught exceptions and unhandled rejections. A test fails if
 * one of them is unexpected.
 */
export class PageErrors {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Returns a function that stops watching. */
  watch(context: BrowserContext): () => void {
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() !== 'error') return;
      this.#seen.push(`console: ${message.text()} (at ${withoutQuery(message.location().url)})`);
    };
    const onWebError = (error: WebError) => {
      const thrown = error.error();
      this.#seen.push(`uncaught: ${thrown.stack ?? thrown.message}`);
    };
    context.on('console', onConsole).on('weberror', onWebError);
    return () => void context.off('console', onConsole).off('weberror', onWebError);
  }

  /**
   * Expects errors that the test provokes, such as the browser's line about a failed request: `errors.expect(/status of 500/)`.
   */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  get unexpected(): string[] {
    return this.#seen.filter((error) => !this.#expected.some((pattern) => pattern.test(error)));
  }

  verify(): void {
    expect(this.unexpected, 'errors in the browser').toEqual([]);
  }
}

/** Removes the query, which may carry a token, because reports are kept. */
function withoutQuery(address: string): string {
  return address.split('?')[0] ?? '';
}
