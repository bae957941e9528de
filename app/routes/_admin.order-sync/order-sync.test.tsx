import { useLoaderData, useLocation, useRevalidator } from '@remix-run/react';
import { act, getConfig, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import type { OrderSyncResult, SyncedOrder, SyncRun } from '#contract/order-sync.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { OrderSync } from './OrderSync.tsx';
import { ChooseOrders } from './OtherStates.tsx';

beforeAll(prepareScreenTests);
afterEach(() => {
  vi.unstubAllGlobals();
});

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

const runWith = (change: Partial<SyncRun> = {}): SyncRun => ({
  id: 'run-1',
  total: 45,
  sent: 0,
  already: 0,
  failed: 0,
  retriable: 0,
  next: ids(1, 20),
  isStopped: false,
  duplicates: 0,
  invalid: { count: 0, first: [] },
  ...change,
});

const waiting = (orderId: string): SyncedOrder => ({
  orderId,
  name: null,
  status: null,
  reason: '',
  problem: null,
});

const result = (orderId: string, change: Partial<OrderSyncResult> = {}): OrderSyncResult => ({
  orderId,
  name: `#${orderId}`,
  status: 'success',
  reason: '',
  problem: null,
  ...change,
});

function Shown() {
  return <OrderSync {...useLoaderData<Parameters<typeof OrderSync>[0]>()} />;
}

/** As `NetworkNotice` does, once the network is back. */
function ShownAgain() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <Shown />
      <button type="button" onClick={revalidate}>
        Load anew
      </button>
    </>
  );
}

/** A run that the server has as it is in `loaded`, loaded anew by a button. */
function showAgain(loaded: { run: SyncRun }) {
  const orders = ids(1, 45).map(waiting);
  const firstOrders = { orders, total: orders.length };
  // A server's answer is new each time.
  const loader = () => structuredClone({ ...loaded, isConnected: true, firstOrders });
  return showScreen([{ path: '/order-sync', Component: ShownAgain, loader }], {
    initialEntries: ['/order-sync'],
  });
}

function Chosen() {
  return <ChooseOrders isConnected />;
}

function Begun() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function show(
  run: SyncRun,
  orders: SyncedOrder[] = ids(1, run.total).map(waiting),
  isConnected = true,
) {
  const loader = () => ({ run, isConnected, firstOrders: { orders, total: orders.length } });
  return showScreen([{ path: '/order-sync', Component: Shown, loader }], {
    initialEntries: ['/order-sync'],
  });
}

/** Answers POST /resources/order-sync/batch with one after the other. */
function batches(...answers: Array<() => Response | Promise<Response>>) {
  return {
    'POST /resources/order-sync/batch': () => (answers.shift() ?? (() => Response.error()))(),
  };
}

const batch = (results: OrderSyncResult[], run: SyncRun) => () => Response.json({ results, run });

/** Answers the list of a run's orders with the first one, which was sent. */
const oneOrder = {
  'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
    Response.json({ orders: [result('1')], total: 1 }),
};

/** An answer that waits until it is released. */
function heldBack(answer: () => Response) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: () => released.then(answer), release: () => release() };
}

/** A batch that fails once the test says so, which then waits until the screen has read that. */
function failingLate() {
  const response = new Response(null, { status: 502 });
  const { answer, release } = heldBack(() => response);
  const read = vi.spyOn(response, 'text');
  const fail = () =>
    act(async () => {
      release();
      await vi.waitFor(() => expect(read).toHaveBeenCalled());
      await read.mock.results[0]?.value;
    });
  return { answer, fail };
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

describe('the order sync page', () => {
  it('sends batch by batch, counts the results, and shows each order’s', async () => {
    // The first batch has 20 ids and 19 results: what counts is the results.
    const second = runWith({ sent: 18, failed: 1, next: ids(20, 39) });
    const third = runWith({ sent: 38, failed: 1, next: ids(40, 45) });
    const refused = { status: 'failed', reason: 'No street', problem: 'no-address' } as const;
    const shipped = { reason: 'Already shipped in ShipStation', problem: 'shipped' } as const;
    const held = heldBack(
      batch(
        ids(20, 39).map((id) => result(id)),
        third,
      ),
    );
    const requests = answerFetch(
      batches(
        batch([result('1', refused), ...ids(2, 19).map((id) => result(id))], second),
        held.answer,
        batch(
          ids(40, 45).map((id) => result(id, ['44', '45'].includes(id) ? shipped : {})),
          runWith({ sent: 42, already: 2, failed: 1, next: [] }),
        ),
      ),
    );
    show(runWith());
    expect(await screen.findByText(/^19 of 45 orders/)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Sending orders to ShipStation' })).toBeDefined();
    expect(screen.getByText('Syncing orders')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
    expect(requests.map(({ body }) => body)).toEqual([
      { run: 'run-1', orderIds: ids(1, 20) },
      { run: 'run-1', orderIds: ids(20, 39) },
    ]);
    held.release();
    expect(
      await screen.findByRole('heading', {
        name: '42 orders sent to ShipStation, 2 had nothing to send, 1 failed',
      }),
    ).toBeDefined();
    expect(screen.getByText('45 of 45 orders')).toBeDefined();
    expect(screen.queryByText('Syncing orders')).toBeNull();
    expect(row('#1 ').getByText('Failed').className).toContain('critical');
    expect(row('#1 ').getByText('No street')).toBeDefined();
    expect(row('#1 ').getByRole('button', { name: 'Add the address, then retry' })).toBeDefined();
    expect(row('#43').getByText('Success')).toBeDefined();
    expect(row('#45').getByText('Nothing to send')).toBeDefined();
    expect(row('#45').getByText('Already shipped in ShipStation')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
  });

  it('shows an unknown status as an answer that is none', async () => {
    const answer = { results: [{ ...result('1'), status: 'maybe' }], run: runWith({ next: [] }) };
    answerFetch(batches(() => Response.json(answer)));
    show(runWith({ total: 1, next: ['1'] }));
    expect(await screen.findByText('Received invalid response from server')).toBeDefined();
    expect(row('#1 ').getByText('Failed')).toBeDefined();
  });

  it('gives way to the error page where a call fails, and goes on from it', async () => {
    const message = 'Received invalid response from server';
    const done = runWith({ sent: 45, next: [] });
    const requests = answerFetch({
      ...batches(() => Response.json({ message }, { status: 502 }), batch([result('1')], done)),
      'POST /resources/order-sync/run': () => Response.json(runWith()),
      ...oneOrder,
    });
    const { user } = show(runWith());
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText('If this error persist, contact support')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('45 of 45 orders')).toBeDefined();
    expect(requests[1]?.body).toEqual({ id: 'run-1', change: 'go-on' });
  });

  it('says on the error page why it can’t go on', async () => {
    answerFetch({
      ...batches(() => Response.json({ message: 'Oops' }, { status: 502 })),
      'POST /resources/order-sync/run': () =>
        Response.json({ message: 'Still down' }, { status: 502 }),
    });
    const { user } = show(runWith());
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Still down')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
  });

  it('keeps results that come in while the table loads what was read before them', async () => {
    const release: Record<string, () => void> = {};
    const until = (what: string) => new Promise<void>((resolve) => (release[what] = resolve));
    const [sent, read] = [until('sent'), until('read')];
    answerFetch({
      ...batches(async () => {
        await sent;
        return batch([result('1')], runWith({ total: 1, sent: 1, next: [] }))();
      }),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': async () => {
        await read;
        return Response.json({ orders: [waiting('1')], total: 1 });
      },
    });
    const { user } = show(runWith({ total: 1, next: ['1'] }));
    await user.click(await screen.findByRole('button', { name: 'All' }));
    release.sent?.();
    await screen.findByRole('heading', { name: '1 order sent to ShipStation' });
    release.read?.();
    expect(await screen.findByText('#1')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Waiting' })).toBeNull());
  });

  it('shows an order as failed no longer that went out after all', async () => {
    const limited = { status: 'failed', problem: 'rate-limited', reason: 'Too many' } as const;
    const lists = [[result('1', limited)], []];
    const held = heldBack(batch([result('1')], runWith({ total: 1, sent: 1, next: [] })));
    answerFetch({
      ...batches(held.answer),
      'GET /resources/order-sync/orders?id=run-1&show=failed&page=1': () => {
        const orders = lists.shift() ?? [];
        return Response.json({ orders, total: orders.length });
      },
    });
    const { user } = show(runWith({ total: 1, failed: 1, next: ['1'] }), [result('1', limited)]);
    await user.click(await screen.findByRole('button', { name: 'Failed (1)' }));
    expect(await screen.findByText('Too many')).toBeDefined();
    held.release();
    expect(await screen.findByText('No failed orders.')).toBeDefined();
  });

  it.each([
    ['not-connected', 'ShipStation isn’t connected', 'Connect ShipStation'],
    ['keys-refused', 'ShipStation doesn’t accept your keys', 'Enter new keys in Integrations'],
  ] as const)('stands still where %s, and leads to Integrations', async (problem, title, link) => {
    const refused = { status: 'failed', reason: 'No', problem } as const;
    const results = ids(1, 20).map((id) => result(id, refused));
    const halted = runWith({ failed: 20, next: ids(21, 40) });
    const arriving = heldBack(() => Response.json({ ...halted, isStopped: true }));
    const changes = [arriving.answer, () => Response.json(runWith())];
    const requests = answerFetch({
      ...batches(batch(results, halted), batch([], runWith({ sent: 45, next: [] }))),
      'POST /resources/order-sync/run': () => (changes.shift() ?? Response.error)(),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
        Response.json({ orders: results, total: 45 }),
    });
    const { user } = show(runWith());
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open Integrations' }).getAttribute('href')).toBe(
      '/integrations',
    );
    expect(row('#1 ').getByRole('link', { name: link })).toBeDefined();
    expect(row('^25 ').getByText('Waiting')).toBeDefined();
    // Stopped for whoever comes back to it, and gone on with only after that.
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(requests.map(({ body }) => body)).toEqual([
      { run: 'run-1', orderIds: ids(1, 20) },
      { id: 'run-1', change: 'stop' },
    ]);
    arriving.release();
    await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
    expect(requests.map(({ body }) => body)).toContainEqual({ id: 'run-1', change: 'go-on' });
  });

  it('sends nothing without keys, and leads to Integrations', async () => {
    const requests = answerFetch({});
    show(runWith(), [waiting('1')], false);
    expect(await screen.findByText('ShipStation isn’t connected')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open Integrations' })).toBeDefined();
    expect(requests).toEqual([]);
  });

  it('follows a run that another tab brought on', async () => {
    const requests = answerFetch({
      'GET /resources/order-sync/run?id=run-1': () =>
        Response.json(runWith({ sent: 45, next: [] })),
      ...oneOrder,
    });
    show(runWith({ isStopped: true }));
    await screen.findByRole('heading', { name: 'Stopped' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(
      await screen.findByRole('heading', { name: '45 orders sent to ShipStation' }),
    ).toBeDefined();
    expect(requests.some(({ asked }) => asked.startsWith('POST'))).toBe(false);
  });

  it('says how a run ended in another tab, also where its own Stop never arrived', async () => {
    const held = heldBack(batch([], runWith({ sent: 20, next: ids(21, 40) })));
    answerFetch({
      ...batches(held.answer),
      'POST /resources/order-sync/run': () => new Response(null, { status: 502 }),
      'GET /resources/order-sync/run?id=run-1': () =>
        Response.json(runWith({ sent: 45, next: [] })),
      ...oneOrder,
    });
    const { user } = show(runWith());
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    held.release();
    await screen.findByRole('heading', { name: 'Stopped' });
    await screen.findByText(errorTexts.serverError);
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
    expect(screen.queryByText(errorTexts.serverError)).toBeNull();
  });

  it('follows a retry in another tab, though as many orders have a result as before', async () => {
    const failed = result('1', { status: 'failed', reason: 'No', problem: 'refused' });
    answerFetch({
      'GET /resources/order-sync/run?id=run-1': () =>
        Response.json(runWith({ sent: 43, already: 1, failed: 1, next: [] })),
      ...oneOrder,
    });
    show(runWith({ sent: 42, failed: 3, retriable: 3, next: [] }), [failed]);
    await screen.findByRole('heading', { name: '42 orders sent to ShipStation, 3 failed' });
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByRole('heading', {
      name: '43 orders sent to ShipStation, 1 had nothing to send, 1 failed',
    });
    expect(await screen.findByText('Success')).toBeDefined();
  });

  it('follows by itself a run that another tab goes on with', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let now = runWith({ isStopped: true });
    const requests = answerFetch({
      'GET /resources/order-sync/run?id=run-1': () => Response.json(now),
      ...oneOrder,
      ...batches(batch([], runWith({ sent: 45, next: [] }))),
    });
    const aMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000));
    show(now);
    await screen.findByRole('heading', { name: 'Stopped' });
    await aMinute();
    // Ever more seldom.
    await waitFor(() => expect(requests.length).toBeGreaterThan(0));
    expect(requests.length).toBeLessThan(6);
    expect(screen.getByRole('heading', { name: 'Stopped' })).toBeDefined();
    now = runWith();
    await vi.waitFor(async () => {
      await aMinute();
      screen.getByRole('heading', { name: '45 orders sent to ShipStation' });
    }, getConfig().asyncUtilTimeout);
  });

  it('goes on only once its own Stop has arrived, which would stop it else', async () => {
    const stopped = runWith({ sent: 20, next: ids(21, 40), isStopped: true });
    const arriving = heldBack(() => Response.json(stopped));
    const changes = [arriving.answer, () => Response.json({ ...stopped, isStopped: false })];
    const held = heldBack(batch([], stopped));
    const requests = answerFetch({
      ...batches(held.answer, batch([], runWith({ sent: 45, next: [] }))),
      'POST /resources/order-sync/run': () => (changes.shift() ?? Response.error)(),
      ...oneOrder,
    });
    const { user } = show(runWith());
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    held.release();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const sent = () =>
      requests
        .filter(({ asked }) => asked === 'POST /resources/order-sync/run')
        .map(({ body }) => body);
    expect(sent()).toMatchObject([{ change: 'stop' }]);
    arriving.release();
    await waitFor(() => expect(sent()).toMatchObject([{ change: 'stop' }, { change: 'go-on' }]));
    await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
  });

  it('stays stopped where its own Stop never arrived, until it is told to go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const going = runWith({ sent: 20, next: ids(21, 40) });
    const changes = [() => new Response(null, { status: 502 }), () => Response.json(going)];
    const held = heldBack(batch([], going));
    const requests = answerFetch({
      ...batches(held.answer, batch([], runWith({ sent: 45, next: [] }))),
      'POST /resources/order-sync/run': () => (changes.shift() ?? Response.error)(),
      'GET /resources/order-sync/run?id=run-1': () => Response.json(going),
      ...oneOrder,
    });
    const { user } = show(runWith());
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    held.release();
    await screen.findByRole('heading', { name: 'Stopped' });
    const asked = (address: string) => requests.filter(({ asked }) => asked === address);
    await vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(asked('GET /resources/order-sync/run?id=run-1').length).toBeGreaterThan(1);
    }, getConfig().asyncUtilTimeout);
    expect(screen.getByRole('heading', { name: 'Stopped' })).toBeDefined();
    expect(asked('POST /resources/order-sync/batch')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
  });

  it('stays stopped where its Stop never arrived, and the network comes back', async () => {
    const limited = { status: 'failed', problem: 'rate-limited', retryAfterSeconds: 40 } as const;
    const results = ids(1, 20).map((id) => result(id, { ...limited, reason: 'Too many' }));
    const requests = answerFetch({
      ...batches(batch(results, runWith({ failed: 20 })), batch([], runWith({ next: [] }))),
      'POST /resources/order-sync/run': () => new Response(null, { status: 502 }),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
        Response.json({ orders: results, total: 20 }),
    });
    const loaded = { run: runWith() };
    const { user } = showAgain(loaded);
    await screen.findByText(/Continuing in 40 seconds$/);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByRole('heading', { name: 'Stopped' });
    loaded.run = runWith({ failed: 20, sent: 1, next: ids(22, 41) });
    await user.click(screen.getByRole('button', { name: 'Load anew' }));
    await screen.findByText(/^21 of 45 orders/);
    expect(screen.getByRole('heading', { name: 'Stopped' })).toBeDefined();
    const sent = requests.filter(({ asked }) => asked === 'POST /resources/order-sync/batch');
    expect(sent).toHaveLength(1);
  });

  it('no longer says when it goes on, once it went on where the network came back', async () => {
    const limited = { status: 'failed', problem: 'rate-limited', retryAfterSeconds: 40 } as const;
    const results = ids(1, 20).map((id) => result(id, limited));
    const held = heldBack(batch([], runWith({ sent: 45, next: [] })));
    answerFetch({
      ...batches(batch(results, runWith({ failed: 20 })), held.answer),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
        Response.json({ orders: results, total: 20 }),
    });
    const loaded = { run: runWith() };
    const { user } = showAgain(loaded);
    await screen.findByText(/Continuing in 40 seconds$/);
    loaded.run = runWith({ failed: 20, next: ids(21, 40) });
    await user.click(screen.getByRole('button', { name: 'Load anew' }));
    await waitFor(() => expect(screen.queryByText(/Continuing in/)).toBeNull());
    held.release();
    await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
  });

  it.each(['before', 'after'])(
    'shows that all was sent where the network comes back %s the request for it fails',
    async (when) => {
      const { answer, fail } = failingLate();
      answerFetch({
        ...batches(answer),
        ...oneOrder,
      });
      const loaded = { run: runWith() };
      const { user } = showAgain(loaded);
      await screen.findByRole('heading', { name: 'Sending orders to ShipStation' });
      if (when === 'after') {
        await fail();
        expect(screen.getByText('If this error persist, contact support')).toBeDefined();
      }
      loaded.run = runWith({ sent: 45, next: [] });
      await user.click(screen.getByRole('button', { name: 'Load anew' }));
      await screen.findByRole('heading', { name: '45 orders sent to ShipStation' });
      if (when === 'before') await fail();
      expect(screen.getByText('45 of 45 orders')).toBeDefined();
      expect(await screen.findByText('#1')).toBeDefined();
    },
  );

  it.each(['before', 'after'])(
    'shows what was sent, stopped, where its Stop never arrived and the network comes back %s the request for it fails',
    async (when) => {
      const { answer, fail } = failingLate();
      const requests = answerFetch({
        ...batches(answer),
        'POST /resources/order-sync/run': () => new Response(null, { status: 502 }),
        ...oneOrder,
      });
      const loaded = { run: runWith() };
      const { user } = showAgain(loaded);
      await user.click(await screen.findByRole('button', { name: 'Stop' }));
      if (when === 'after') {
        await fail();
        expect(screen.getByText('If this error persist, contact support')).toBeDefined();
      }
      loaded.run = runWith({ sent: 20, next: ids(21, 40) });
      await user.click(screen.getByRole('button', { name: 'Load anew' }));
      await screen.findByRole('heading', { name: 'Stopped' });
      if (when === 'before') await fail();
      expect(screen.getByText(/^20 of 45 orders/)).toBeDefined();
      expect(await screen.findByText('#1')).toBeDefined();
      const sent = requests.filter(({ asked }) => asked === 'POST /resources/order-sync/batch');
      expect(sent).toHaveLength(1);
    },
  );

  it('still says why it stands still where the network comes back', async () => {
    const refused = { status: 'failed', reason: 'No', problem: 'keys-refused' } as const;
    const results = ids(1, 20).map((id) => result(id, refused));
    const halted = runWith({ failed: 20, next: ids(21, 40) });
    answerFetch({
      ...batches(batch(results, halted)),
      'POST /resources/order-sync/run': () => Response.json({ ...halted, isStopped: true }),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
        Response.json({ orders: results, total: 45 }),
    });
    const loaded = { run: runWith() };
    const { user } = showAgain(loaded);
    await screen.findByText('ShipStation doesn’t accept your keys');
    loaded.run = { ...halted, failed: 19, sent: 1, isStopped: true };
    await user.click(screen.getByRole('button', { name: 'Load anew' }));
    await screen.findByText(/^Failed \(19\)$/);
    expect(screen.getByText('ShipStation doesn’t accept your keys')).toBeDefined();
  });

  it('stops after the batch under way, and sends no other', async () => {
    const held = heldBack(
      batch(
        ids(1, 20).map((id) => result(id)),
        runWith({ sent: 20, next: ids(21, 40) }),
      ),
    );
    const requests = answerFetch({
      ...batches(held.answer),
      'POST /resources/order-sync/run': () => Response.json(runWith({ isStopped: true })),
    });
    const { user } = show(runWith());
    (await screen.findByRole('button', { name: 'Stop' })).focus();
    await user.keyboard('{Enter}');
    expect(
      screen.getByRole('heading', { name: 'Stopping once these orders are sent' }),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Stop' }).ariaDisabled).toBe('true');
    held.release();
    expect(await screen.findByRole('heading', { name: 'Stopped' })).toBeDefined();
    // The second press of a double press.
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Stopped');
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue' }).className).toContain('Primary');
    expect(screen.getByText(/^20 of 45 orders/)).toBeDefined();
    expect(requests.map(({ asked, body }) => [asked, body])).toEqual([
      ['POST /resources/order-sync/batch', { run: 'run-1', orderIds: ids(1, 20) }],
      ['POST /resources/order-sync/run', { id: 'run-1', change: 'stop' }],
    ]);
  });

  it('sends only what failed again', async () => {
    const failed = result('7', { status: 'failed', reason: 'No', problem: 'refused' });
    const requests = answerFetch({
      'POST /resources/order-sync/run': () => Response.json(runWith({ sent: 44, next: ['7'] })),
      'GET /resources/order-sync/orders?id=run-1&show=all&page=1': () =>
        Response.json({ orders: [waiting('7')], total: 1 }),
      ...batches(batch([result('7')], runWith({ sent: 45, next: [] }))),
    });
    show(runWith({ sent: 44, failed: 1, retriable: 1, next: [] }), [failed]);
    const retry = await screen.findByRole('button', { name: 'Retry failed' });
    retry.focus();
    // A double press.
    act(() => {
      retry.click();
      retry.click();
    });
    expect(
      await screen.findByRole('heading', { name: '45 orders sent to ShipStation' }),
    ).toBeDefined();
    // The pressed button is gone.
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe('45 orders sent to ShipStation'),
    );
    await waitFor(() => expect(requests).toHaveLength(3));
    expect(requests.map(({ body }) => body)).toContainEqual({ run: 'run-1', orderIds: ['7'] });
    expect(requests[0]?.body).toEqual({ id: 'run-1', change: 'retry-failed' });
  });

  it('tells that it waits for ShipStation, and ends the wait when it is stopped', async () => {
    const limited = { status: 'failed', problem: 'rate-limited', retryAfterSeconds: 40 } as const;
    const results = ids(1, 20).map((id) => result(id, { ...limited, reason: 'Too many' }));
    answerFetch({
      ...batches(batch(results, runWith({ failed: 20 }))),
      'POST /resources/order-sync/run': () => Response.json(runWith({ isStopped: true })),
    });
    const { user } = show(runWith());
    expect(await screen.findByText(/Continuing in 40 seconds$/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('heading', { name: 'Stopped' })).toBeDefined();
  });

  it('names what was left out, and does not go on by itself where it was stopped', async () => {
    const requests = answerFetch({});
    const invalid = { count: 22, first: ['tea', '<b>'] };
    show(runWith({ isStopped: true, duplicates: 2, invalid }));
    expect(
      await screen.findByText('2 orders were chosen more than once. Each is sent only once.'),
    ).toBeDefined();
    expect(
      screen.getByText('“tea”, “<b>” and 20 more aren’t order IDs, so they were left out.'),
    ).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Stopped' })).toBeDefined();
    expect(requests).toEqual([]);
  });
});

describe('before any order is chosen', () => {
  it('asks for the same run again while nobody knows whether there is one, also after a refusal', async () => {
    const refusal = { message: 'Too many requests.' };
    const answers = [
      () => Response.json({ message: 'No orders wait.' }, { status: 400 }),
      () => Response.error(),
      () => Response.json(refusal, { status: 429 }),
      () => Response.json(runWith(), { status: 201 }),
    ];
    const requests = answerFetch({
      'POST /resources/order-sync/start': () => (answers.shift() ?? Response.error)(),
    });
    const { user } = showScreen(
      [
        { path: '/order-sync', Component: Begun },
        { path: '/', Component: Chosen },
      ],
      { initialEntries: ['/'] },
    );
    for (const count of [1, 2, 3, 4]) {
      await user.click(await screen.findByRole('button', { name: 'Sync all unfulfilled orders' }));
      await waitFor(() => expect(requests).toHaveLength(count));
      if (count === 3) expect(await screen.findByText(refusal.message)).toBeDefined();
    }
    expect(await screen.findByText('/order-sync?run=run-1')).toBeDefined();
    const [refused, lost, ...again] = requests.map(({ key }) => key);
    expect(lost).toBeDefined();
    expect(lost).not.toBe(refused);
    expect(again).toEqual([lost, lost]);
  });
});
