import { describe, expect, it } from 'vitest';
import { bodyWithin } from './bounded-body.ts';

const encoder = new TextEncoder();

type Ending = { ends?: boolean; failure?: Error };

/** A request whose body comes in these pieces, and then ends, fails, or does neither. */
function requestOf(pieces: string[], { ends = true, failure }: Ending = {}) {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (failure !== undefined) controller.error(failure);
      else if (ends) controller.close();
    },
    cancel() {
      isCancelled = true;
    },
  });
  const request = new Request('https://a.example', { method: 'POST', body, duplex: 'half' });
  return { request, isCancelled: () => isCancelled };
}

describe('a body', () => {
  it('is read whole from its pieces', async () => {
    const body = await bodyWithin(requestOf(['{"a":', '1}']).request, 7);
    expect(body).toEqual(encoder.encode('{"a":1}'));
  });

  it('that is missing is empty', async () => {
    const body = await bodyWithin(new Request('https://a.example', { method: 'POST' }), 7);
    expect(body).toEqual(new Uint8Array());
  });

  it('of one byte too many is read no further', async () => {
    const { request, isCancelled } = requestOf(['{"a":', '11}'], { ends: false });
    expect(await bodyWithin(request, 7)).toEqual({ status: 413 });
    expect(isCancelled()).toBe(true);
  });

  it('whose sender hangs up is given up', async () => {
    const { request } = requestOf(['{"a":'], { failure: new Error('aborted') });
    expect(await bodyWithin(request, 7)).toEqual({ status: 408 });
  });

  it('that does not come in time is given up', async () => {
    const { request, isCancelled } = requestOf(['{"a":'], { ends: false });
    expect(await bodyWithin(request, 7, 20)).toEqual({ status: 408 });
    expect(isCancelled()).toBe(true);
  });
});
