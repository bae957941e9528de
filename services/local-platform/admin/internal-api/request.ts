import type { z } from 'zod';

/** A failed call to the local platform; the merchant may see its message. */
export class LocalPlatformError extends Error {
  override name = 'LocalPlatformError';
}

/** The message of any thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

type RequestOptions = {
  below?: '/internal' | '/qa';
  /** By default GET, or POST if there is a body. */
  method?: 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * Calls the local platform's own JSON API below `/internal`, or its API for QA.
 * @param path the path below that, with its leading slash.
 * @throws LocalPlatformError if the platform can't be reached, refuses, or answers in another shape than `schema`.
 */
export async function request<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.output<Schema>> {
  const hasBody = options.body !== undefined;
  const { below = '/internal', method = hasBody ? 'POST' : 'GET' } = options;
  let response: Response;
  try {
    response = await fetch(`${below}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      ...(hasBody && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new LocalPlatformError('The local platform can’t be reached. Is it still running?', {
      cause,
    });
  }
  const text = await response.text();
  const answer = parseJson(text);
  if (!response.ok) {
    throw new LocalPlatformError(
      messageIn(answer) ?? `The local platform answered with status ${response.status}.`,
    );
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new LocalPlatformError(
      `The local platform sent an answer that the admin doesn’t understand${place === '' ? '' : ` (${place}: ${issue?.message})`}.`,
      { cause: parsed.error },
    );
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function messageIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('message' in answer && typeof answer.message === 'string') return answer.message;
  if ('error' in answer && typeof answer.error === 'string') return answer.error;
  return null;
}
