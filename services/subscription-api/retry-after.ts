/** What `Retry-After` says of so many ms: whole seconds, at least one. */
export function retryAfterOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
