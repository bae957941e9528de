import { timeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';

/** The platform sends a webhook's body at once. A slow sender would hold up other requests. In ms. */
const longest = 10_000;

export type Refused = { status: 408 | 413 };

/**
 * The whole body of a request, also where it doesn't say how long it is.
 * @param milliseconds how long it may take to come
 * @returns the status to refuse it with, where it has more bytes than these, or does not come in time or to its end
 */
export async function bodyWithin(
  request: Request,
  maximumBytes: number,
  milliseconds = longest,
): Promise<Uint8Array<ArrayBuffer> | Refused> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maximumBytes) return { status: 413 };
  const { signal: late, end } = timeLimit(milliseconds);
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    const read = () => (reader === undefined ? undefined : unlessAborted(late, reader.read()));
    for (let next = await read(); next?.done === false; next = await read()) {
      bytes += next.value.byteLength;
      if (bytes > maximumBytes) {
        await reader?.cancel();
        return { status: 413 };
      }
      parts.push(next.value);
    }
  } catch {
    // It is late, or its sender has hung up and hears nothing.
    reader?.cancel().catch(() => undefined);
    return { status: 408 };
  } finally {
    end();
  }
  return new Uint8Array(Buffer.concat(parts));
}
