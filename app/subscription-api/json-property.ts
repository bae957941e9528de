/** A property of what came as JSON; undefined where there is none of that name. */
export function propertyOf(content: unknown, name: string): unknown {
  if (typeof content !== 'object' || content === null) return undefined;
  return new Map<string, unknown>(Object.entries(content)).get(name);
}

/** The same where it must be a text. */
export function textOf(content: unknown, name: string): string | undefined {
  const value = propertyOf(content, name);
  return typeof value === 'string' ? value : undefined;
}
