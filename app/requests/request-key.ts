import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';

/** The key that makes a repeated request of the browser harmless, where it has one. */
export function keyOfRequest(request: Request): string | undefined {
  return request.headers.get(idempotencyKeyHeader) ?? undefined;
}
