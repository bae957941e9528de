/** Calls back once the browser has shown its answer to a press, so that what takes long comes after it. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
