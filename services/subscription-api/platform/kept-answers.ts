/** Of what was asked and of what was answered. */
const mostCharacters = 2_000_000;
const extensions = ',"extensions":';

type Kept<Data> = { text: string; data: Data };

/**
 * The checked data of answers to a query, so that an answer that says the same again, letter for letter, is not parsed and checked
 * again. The platform is asked all the same. Who gets the data must not change it.
 */
export class KeptAnswers<Data> {
  /** By what was asked; the one used last is at the end. */
  readonly #kept = new Map<string, Kept<Data>>();
  #characters = 0;

  /** The data of `text`, and what else it says, as JSON; undefined where it says another thing than the last time. */
  find(asked: string, text: string): { data: Data; rest: string } | undefined {
    const kept = this.#kept.get(asked);
    if (kept === undefined || !text.startsWith(kept.text)) return undefined;
    const rest = `{${text.slice(kept.text.length + 1)}`;
    if (!isExtensionsAlone(rest)) return undefined;
    this.#kept.delete(asked);
    this.#kept.set(asked, kept);
    return { data: kept.data, rest };
  }

  /** Keeps the checked data of a good answer, where its cost comes last as the platform writes it. */
  keep(asked: string, text: string, data: Data): void {
    this.#forget(asked);
    const end = text.lastIndexOf(extensions);
    if (end < 0 || !isExtensionsAlone(`{${text.slice(end + 1)}`)) return;
    this.#kept.set(asked, { text: text.slice(0, end), data });
    this.#characters += asked.length + end;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= mostCharacters) break;
      this.#forget(oldest);
    }
  }

  #forget(asked: string): void {
    const kept = this.#kept.get(asked);
    if (kept === undefined) return;
    this.#characters -= asked.length + kept.text.length;
    this.#kept.delete(asked);
  }
}

/** Whether what follows the data is the whole rest of the answer, and not a part of the data. */
function isExtensionsAlone(rest: string): boolean {
  try {
    return Object.keys(JSON.parse(rest)).join() === 'extensions';
  } catch {
    return false;
  }
}
