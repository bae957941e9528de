import { z } from 'zod';
import { withTimeLimit } from '#process/time-limit.ts';
import { type Deadline, DeadlineError } from '../deadline.ts';

/** An account's keys. They appear in no log and no error. */
export type ShipStationKeys = { key: string; secret: string };

/** A call of ShipStation's API, version 1. `path` includes the query. */
export type ShipStationRequest<Answer> = {
  method: 'GET' | 'POST';
  path: `/${string}`;
  body?: unknown;
  answer: z.ZodType<Answer>;
};

/** ShipStation refuses the key, the secret, or the pair. */
export class KeysRefusedError extends Error {
  override readonly name = 'KeysRefusedError';
}

/** The account has used up its requests of this minute. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  /** Seconds until ShipStation accepts requests again. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('ShipStation takes no more requests within this minute.');
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Such as `in 1 second`. */
  get retryInWords(): string {
    return `in ${this.retryAfterSeconds} second${this.retryAfterSeconds === 1 ? '' : 's'}`;
  }
}

/** ShipStation didn't answer, or its answer makes no sense. It may have carried out the request all the same. */
export class ShipStationFailedError extends Error {
  override readonly name = 'ShipStationFailedError';
}

/** ShipStation refuses what it was sent (HTTP 400), so a retry is no use. `said` is the reason, if it gives one. */
export class BadOrderError extends ShipStationFailedError {
  readonly said: string | undefined;

  constructor(said: string | undefined) {
    super('ShipStation refused what it was sent.');
    this.said = said;
  }
}

/**
 * Sends a request with an account's keys and returns the checked answer, before the deadline.
 * @throws KeysRefusedError, RateLimitedError, ShipStationFailedError
 */
export type ShipStation = <Answer>(
  keys: ShipStationKeys,
  request: ShipStationRequest<Answer>,
  deadline: Deadline | undefined,
) => Promise<Answer>;

const windowSeconds = 60;

/** Seconds until the account has requests again; a whole minute if ShipStation doesn't say. */
function secondsToWait(headers: Headers): number {
  const seconds = Number(headers.get('X-Rate-Limit-Reset') || Number.NaN);
  // ShipStation may name 0 seconds for a limit that has just ended.
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), windowSeconds)
    : windowSeconds;
}

/** Creates the only way to ShipStation at `url`. `timeoutMilliseconds` limits each answer. */
export function createShipStation(options: {
  url: string;
  timeoutMilliseconds: number;
}): ShipStation {
  const { url, timeoutMilliseconds } = options;

  async function send(
    keys: ShipStationKeys,
    { method, path, body }: ShipStationRequest<unknown>,
    deadline: Deadline | undefined,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    if (deadline?.left() === 0) throw new DeadlineError();
    const credentials = Buffer.from(`${keys.key}:${keys.secret}`).toString('base64');
    return await withTimeLimit(timeoutMilliseconds, deadline?.signal, async (signal) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Basic ${credentials}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
  }

  return async (keys, request, deadline) => {
    const { status, headers, text } = await send(keys, request, deadline).catch(
      (cause: unknown) => {
        throw new ShipStationFailedError('ShipStation did not answer.', { cause });
      },
    );
    if (status === 401 || status === 403) {
      throw new KeysRefusedError(`ShipStation refused the keys with HTTP ${status}.`);
    }
    // Doesn't wait here, because a waiting request would hold one of the shop's slots. The caller comes back.
    if (status === 429) throw new RateLimitedError(secondsToWait(headers));
    if (status === 400) throw new BadOrderError(reasonIn(text));
    if (status < 200 || status >= 300) {
      throw new ShipStationFailedError(`ShipStation answered with HTTP ${status}.`);
    }
    return readAnswer(text, request);
  };
}

const refusalSchema = z.object({ Message: z.string(), ExceptionMessage: z.string().optional() });

function reasonIn(text: string): string | undefined {
  try {
    const { Message, ExceptionMessage } = refusalSchema.parse(JSON.parse(text));
    return ExceptionMessage ?? Message;
  } catch {
    return undefined;
  }
}

function readAnswer<Answer>(text: string, { path, answer }: ShipStationRequest<Answer>): Answer {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new ShipStationFailedError('ShipStation did not answer with JSON.', { cause });
  }
  const parsed = answer.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ShipStationFailedError(`ShipStation's answer to ${path} is not what it should be.`);
}
