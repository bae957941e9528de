import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/** Counts queries and answers together. */
const mostCharacters = 2_000_000;
const lifetime = 60 * 60_000;
const extensions = ',"extensions":';

type CachedAnswer<Data> = { schema: z.ZodType<Data>; text: string; data: Data };

function isOf<Data>(
  answer: CachedAnswer<unknown> | undefined,
  schema: z.ZodType<Data>,
): answer is CachedAnswer<Data> {
  return answer?.schema === schema;
}

/**
 * The checked data of queries' answers. If Shopify repeats an answer letter for letter, it isn't parsed and checked again. Shopify is still asked
 * each time. Callers must not change the data.
 */
export class AnswerCache {
  readonly #answers = new LRUCache<string, CachedAnswer<unknown>>({
    maxSize: mostCharacters,
    sizeCalculation: ({ text }, asked) => asked.length + text.length,
    ttl: lifetime,
  });

  /** The cached data of `text` and the rest of it as JSON; undefined if the answer differs from the last one. */
  find<Data>(
    schema: z.ZodType<Data>,
    asked: string,
    text: string,
  ): { data: Data; rest: string } | undefined {
    const answer = this.#answers.get(asked);
    if (!isOf(answer, schema) || !text.startsWith(answer.text)) return undefined;
    const rest = `{${text.slice(answer.text.length + 1)}`;
    return isExtensionsAlone(rest) ? { data: answer.data, rest } : undefined;
  }

  /** Keeps a good answer's checked data, provided that the cost comes last, as Shopify writes it. */
  keep<Data>(schema: z.ZodType<Data>, asked: string, text: string, data: Data): void {
    const end = text.lastIndexOf(extensions);
    if (end < 0 || !isExtensionsAlone(`{${text.slice(end + 1)}`)) this.#answers.delete(asked);
    else this.#answers.set(asked, { schema, text: text.slice(0, end), data });
  }
}

/** Whether nothing but the extensions follows the data. */
function isExtensionsAlone(rest: string): boolean {
  try {
    return Object.keys(JSON.parse(rest)).join() === 'extensions';
  } catch {
    return false;
  }
}
