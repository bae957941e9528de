import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { merchantRequests } from './merchant-requests.ts';
import { screen } from './options.ts';
import { type Timed, timed } from './timed.ts';

type Requests = Pick<ReturnType<typeof merchantRequests>, 'data'>;

const connections = 200;
/** How long a connection rests after a refusal, in ms, whatever the answer's Retry-After says. */
const pauseAfterRefusal = 200;
const pauseOfOther = 500;

export function isGood({ status }: Timed): boolean {
  return status === 200;
}

export function isRefused({ status }: Timed): boolean {
  return status === 503 || status === 429;
}

/**
 * For a number of ms, 200 connections request one shop's list without end while a merchant of another shop works. Reports each answer
 * when it arrives.
 */
export async function overload(options: {
  url: string;
  milliseconds: number;
  hammering: Requests;
  other: Requests;
  onHammered: (answer: Timed) => void;
  onOther: (answer: Timed) => void;
}): Promise<void> {
  const { url, hammering, other, onHammered, onOther } = options;
  const agent = new Agent({ keepAlive: true });
  const endsAt = Date.now() + options.milliseconds;
  const ask = async (requests: Requests) =>
    timed(url, await requests.data(screen.path, screen.routeId), { agent });
  const hammer = async () => {
    while (Date.now() < endsAt) {
      const answer = await ask(hammering);
      onHammered(answer);
      if (isRefused(answer)) await wait(pauseAfterRefusal);
    }
  };
  const work = async () => {
    while (Date.now() < endsAt) {
      onOther(await ask(other));
      await wait(pauseOfOther);
    }
  };
  await Promise.all([work(), ...Array.from({ length: connections }, hammer)]);
  agent.destroy();
}
