import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { apiSecret, temporaryFolder, testPlatform } from '../test-platform.ts';
import { appFollower } from './app-follower.ts';
import { Clock, ClockRefusal, type Follower } from './clock.ts';

const begin = Date.parse('2027-01-01T00:00:00Z');
const at = (hours: number) => new Date(begin + hours * 3_600_000);

/** A clock whose machine's time stands still. */
function setUp(file?: string) {
  const reported: unknown[] = [];
  const clock = new Clock({
    machineNow: () => begin,
    report: (error) => reported.push(error),
    ...(file !== undefined && { file }),
  });
  const happened: string[] = [];
  const note = (what: string) => () => {
    happened.push(`${what} ${clock.now().toISOString().slice(5, 16)}`);
  };
  return { clock, happened, note, reported };
}

describe('a move', () => {
  it('stops at every moment at which something is due, in order, and waits for it', async () => {
    const { clock, happened, note } = setUp();
    clock.schedule(at(30), note('third'));
    clock.schedule(at(2), async () => {
      note('begun')();
      await new Promise((resolve) => setImmediate(resolve));
      note('ended')();
      clock.schedule(at(3), note('meanwhile'));
    });
    clock.schedule(at(2), note('second'));
    clock.schedule(at(49), note('later'));
    const cancel = clock.schedule(at(5), note('cancelled'));
    cancel();
    await clock.moveTo(at(48));
    expect(happened).toEqual([
      'begun 01-01T02:00',
      'ended 01-01T02:00',
      'second 01-01T02:00',
      'meanwhile 01-01T03:00',
      'third 01-02T06:00',
    ]);
    expect(clock.now()).toEqual(at(48));
    await clock.moveBy({ days: 1 });
    expect(happened.at(-1)).toBe('later 01-03T01:00');
  });

  it('goes on past what fails', async () => {
    const { clock, happened, note, reported } = setUp();
    clock.schedule(at(1), () => Promise.reject(new Error('failed')));
    clock.schedule(at(2), note('next'));
    await clock.moveTo(at(3));
    expect(happened).toEqual(['next 01-01T02:00']);
    expect(reported).toEqual([new Error('failed')]);
  });

  it('backwards is refused, also behind one that is still under way', async () => {
    const { clock } = setUp();
    const first = clock.moveTo(at(10));
    await expect(clock.moveTo(at(9))).rejects.toThrow(ClockRefusal);
    await first;
    await expect(clock.moveTo(at(9))).rejects.toThrow('it is 2027-01-01T10:00:00.000Z already');
    expect(clock.now()).toEqual(at(10));
  });

  it('ends where the clock is reset', async () => {
    const { clock, happened, note } = setUp();
    clock.schedule(at(1), () => clock.reset());
    clock.schedule(at(2), note('of before'));
    await expect(clock.moveTo(at(3))).rejects.toThrow('was reset');
    expect([clock.now(), clock.movingTo, clock.isMoved]).toEqual([at(0), null, false]);
    await clock.moveTo(at(4));
    expect(happened).toEqual([]);
  });

  it('asked for before a reset is not made after it, and hinders no other', async () => {
    const { clock, reported } = setUp();
    let end = () => {};
    clock.schedule(at(1), () => new Promise((resolve) => (end = resolve)));
    const before = Promise.allSettled([clock.moveTo(at(2)), clock.moveBy({ days: 1 })]);
    await new Promise((resolve) => setImmediate(resolve));
    clock.reset();
    await clock.moveTo(at(3));
    end();
    expect(await before).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('was reset') } },
      { status: 'rejected', reason: { message: expect.stringContaining('was reset') } },
    ]);
    expect(clock.now()).toEqual(at(3));
    expect(reported).toEqual([]);
  });

  it('by an amount goes on from where the one before it ends', async () => {
    const { clock } = setUp();
    await Promise.all([
      clock.moveBy({ days: 1 }),
      clock.moveBy({ days: 1 }),
      clock.moveBy({ hours: 0 }),
    ]);
    expect(clock.now()).toEqual(at(48));
  });

  it('waits for what began in real time, and for what that began', async () => {
    const { clock, happened, note } = setUp();
    const ticks = async (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    let hasBegun = false;
    clock.schedule(at(0), async () => {
      hasBegun = true;
      await ticks(2);
      clock.schedule(at(0), async () => {
        await ticks(20);
        note('ended')();
      });
      await ticks(8);
    });
    await vi.waitUntil(() => hasBegun, { interval: 1 });
    await clock.moveTo(at(1));
    expect(happened).toEqual(['ended 01-01T00:00']);
  });

  it('ends where what is done at a moment never ends', async () => {
    const { clock } = setUp();
    const again = () => void clock.schedule(at(1), again);
    clock.schedule(at(1), again);
    await expect(clock.moveTo(at(2))).rejects.toThrow('has something more done');
    expect(clock.now()).toEqual(at(1));
    clock.close();
  });

  it('ends where the clock is closed, which then does nothing more', async () => {
    const { clock, happened, note } = setUp();
    clock.schedule(at(1), () => clock.close());
    clock.schedule(at(1), note('after it'));
    await expect(clock.moveTo(at(3))).rejects.toThrow('closed');
    clock.schedule(at(0), note('after it'));
    await expect(clock.moveTo(at(4))).rejects.toThrow('closed');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(happened).toEqual([]);
  });

  it('is kept by a clock that begins anew', async () => {
    const file = join(temporaryFolder(), 'clock.json');
    await setUp(file).clock.moveTo(at(100));
    const { clock } = setUp(file);
    expect(clock.now()).toEqual(at(100));
    clock.reset();
    expect(setUp(file).clock.now()).toEqual(at(0));
  });
});

describe('a follower', () => {
  it('takes part in every stop, its own ones too, before the clock goes on', async () => {
    const { clock, happened, note } = setUp();
    const due = [at(4), at(8)];
    const follower: Follower = {
      nextDue: async () => due[0] ?? null,
      async timeIs(now) {
        while ((due[0]?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime()) {
          due.shift();
          note('theirs')();
          // The platform's reaction comes before the clock goes on.
          clock.schedule(now, note('answer'));
        }
      },
    };
    clock.follow(follower);
    clock.schedule(at(6), note('ours'));
    await clock.moveTo(at(9));
    expect(happened).toEqual([
      'theirs 01-01T04:00',
      'answer 01-01T04:00',
      'ours 01-01T06:00',
      'theirs 01-01T08:00',
      'answer 01-01T08:00',
    ]);
  });

  it('that never gets done is left behind, and reported', async () => {
    const { clock, reported } = setUp();
    clock.follow({ nextDue: async () => at(1), timeIs: async () => {} });
    await clock.moveTo(at(2));
    expect(clock.now()).toEqual(at(2));
    expect(reported).toHaveLength(2);
  });

  it('is waited for however often what it does has more done here', async () => {
    const { clock, reported } = setUp();
    let left = 100;
    clock.follow({
      nextDue: async () => (left === 0 ? null : at(0)),
      async timeIs() {
        left -= 1;
        if (left > 20) clock.schedule(at(0), () => {});
      },
    });
    await clock.moveTo(at(0));
    expect(left).toBe(0);
    expect(reported).toEqual([]);
  });
});

describe('the app', () => {
  it('is told the time, signed, and stops the clock at what it has to do', async () => {
    const told: Array<{ now: string; isSigned: boolean }> = [];
    const due = begin + 90 * 60_000;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { now } = z.object({ now: z.string() }).parse(JSON.parse(body));
        const signature = createHmac('sha256', apiSecret).update(body).digest('base64');
        told.push({ now, isSigned: request.headers['x-shopify-hmac-sha256'] === signature });
        const nextDue = Date.parse(now) < due ? new Date(due).toISOString() : null;
        response.end(JSON.stringify({ nextDue }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const platform = testPlatform({ appUrl: `http://127.0.0.1:${port}` });
    const { clock } = setUp();
    clock.follow(appFollower(platform));
    await clock.moveTo(at(2));
    const stops = [at(0), new Date(due), at(2)].map((now) => now.toISOString());
    expect(told).toEqual(stops.map((now) => ({ now, isSigned: true })));
  });

  it.each([['slow'], [500], [200]])('that fails (%s) ends the move', async (how) => {
    const callApp = async () => {
      if (how === 'slow') throw new DOMException('It took too long', 'TimeoutError');
      return new Response('not what was asked for', { status: Number(how) });
    };
    const platform = testPlatform({ callApp });
    const { clock } = setUp();
    clock.follow(appFollower(platform));
    await expect(clock.moveTo(at(2))).rejects.toThrow(ClockRefusal);
    expect(clock.now()).toEqual(at(0));
  });

  it('that does not know the path hinders no move', async () => {
    const platform = testPlatform({ callApp: async () => new Response(null, { status: 404 }) });
    const { clock } = setUp();
    clock.follow(appFollower(platform));
    await clock.moveTo(at(2));
    expect(clock.now()).toEqual(at(2));
  });

  it('that is not there hinders no move, and is logged once', async () => {
    const platform = testPlatform({ appUrl: 'http://127.0.0.1:1' });
    const log = vi.spyOn(platform.logger, 'info');
    const { clock } = setUp();
    clock.follow(appFollower(platform));
    clock.schedule(at(1), () => {});
    await clock.moveTo(at(2));
    expect(clock.now()).toEqual(at(2));
    expect(log).toHaveBeenCalledTimes(1);
  });
});

it('runs what is due in real time, however far that is', async () => {
  vi.useFakeTimers({ now: begin });
  onTestFinished(() => void vi.useRealTimers());
  const clock = new Clock();
  const run = vi.fn();
  clock.schedule(at(40 * 24), run);
  clock.schedule(at(24), run);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(38 * 24 * 3_600_000);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(run).toHaveBeenCalledTimes(2);
});
