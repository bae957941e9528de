import { type BrowserContext, type ConsoleMessage, expect, type WebError } from '@playwright/test';

/**
 * Collects what goes wrong in any page and frame of a browser: console errors, uncaught exceptions and unhandled
 * rejections. A test that ends with one that it did not expect fails.
 */
export class PageErrors {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Returns the function that ends it. */
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
   * Expects errors that a test provokes, such as the browser's own line about a failed request:
   * `errors.expect(/status of 500/)`.
   */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** What was seen and not expected. */
  get unexpected(): string[] {
    return this.#seen.filter((error) => !this.#expected.some((pattern) => pattern.test(error)));
  }

  verify(): void {
    expect(this.unexpected, 'errors in the browser').toEqual([]);
  }
}

/** Addresses carry tokens in their queries, and reports are kept. */
function withoutQuery(address: string): string {
  return address.split('?')[0] ?? '';
}
