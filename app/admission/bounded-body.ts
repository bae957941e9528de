/** The whole body of a request, also where it doesn't say how long it is; null where it has more bytes than these. */
export async function bodyWithin(
  request: Request,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maximumBytes) return null;
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    bytes += next.value.byteLength;
    if (bytes > maximumBytes) {
      await reader?.cancel();
      return null;
    }
    parts.push(next.value);
  }
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.byteLength;
  }
  return body;
}
