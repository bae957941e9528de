import { Agent, get } from 'node:http';
import { medianOf } from '../median.ts';
import type { MerchantRequest } from './merchant-requests.ts';
import { cpuMilliseconds } from './process-figures.ts';

export type Target = {
  url: string;
  processId: number;
  next: () => Promise<MerchantRequest>;
};

export type Round = {
  requestsPerSecond: number;
  /** CPU time of the target's process per request, in ms. */
  cpuPerRequest: number;
};

const connections = 10;

/** Reads the answer to its end; fails unless the status is 200. */
function ask(url: string, request: MerchantRequest, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url + request.path, { agent, headers: request.headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${request.path} answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject);
  });
}

async function fire(target: Target, requests: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = requests;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await ask(target.url, await target.next(), agent);
    }
  };
  const cpuBefore = cpuMilliseconds(target.processId);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = cpuMilliseconds(target.processId) - cpuBefore;
  agent.destroy();
  return { requestsPerSecond: requests / seconds, cpuPerRequest: cpu / requests };
}

/** Runs the targets in turn, round by round; returns the median of each target's rounds. */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  options: { rounds: number; requests: number; warmUp: number },
): Promise<Record<Name, Round>>;
export async function compare(
  targets: Record<string, Target>,
  { rounds, requests, warmUp }: { rounds: number; requests: number; warmUp: number },
): Promise<Record<string, Round>> {
  const named = Object.entries(targets).map(([name, target]) => ({
    name,
    target,
    taken: [] as Round[],
  }));
  for (const { target } of named) await fire(target, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, taken } of named) taken.push(await fire(target, requests));
  }
  return Object.fromEntries(
    named.map(({ name, taken }) => [
      name,
      {
        requestsPerSecond: medianOf(taken.map((round) => round.requestsPerSecond)),
        cpuPerRequest: medianOf(taken.map((round) => round.cpuPerRequest)),
      },
    ]),
  );
}
