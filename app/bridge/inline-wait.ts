/** Where forms that wait say so; without any the admin's toast does. */
const places = new Set<() => void>();

/** Has a long wait said in a place of the screen, in place of a toast, until what is returned is called. */
export function showWaitInline(say: () => void): () => void {
  places.add(say);
  return () => void places.delete(say);
}

/** Says in every such place that an answer is long in coming; false where there is none. */
export function isWaitShownInline(): boolean {
  for (const say of places) say();
  return places.size > 0;
}
