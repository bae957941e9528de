/** The trailing segment of a global id (`original_id` in the specification §3). */
export function originalIdOf(globalId: string): string {
  return globalId.slice(globalId.lastIndexOf('/') + 1).split('?')[0] ?? '';
}

/** Builds a global id from a type name and an original id; a global id passes through unchanged. */
export function globalIdOf(type: string, id: string): string {
  return id.startsWith('gid://') ? id : `gid://shopify/${type}/${id}`;
}
