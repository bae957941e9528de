import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { BillingStores } from './billing-store.ts';

const longestRead = 10 * 60_000;

/** Worker processes that are killed without warning, like in a power cut. */
export class KilledWorkers {
  readonly #variables: NodeJS.ProcessEnv;
  readonly #children = new Set<ChildProcess>();
  kills = 0;

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables;
  }

  async start(): Promise<ChildProcess> {
    const memory = ['--max-old-space-size=192', '--max-semi-space-size=8'];
    const program = [...memory, '--import', './scripts/setup/follow-parent.mjs'];
    const child = spawn(process.execPath, [...program, 'services/subscription-api/worker.ts'], {
      env: this.#variables,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#children.add(child);
    const ended = once(child, 'exit').then(() => this.#children.delete(child));
    await Promise.race([once(child, 'message'), ended]);
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (!this.#children.has(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.kills += 1;
  }
}

/** Starts a worker, waits until it has read all subscriptions, and stops it. */
export async function readAll(store: BillingStores, workers: KilledWorkers): Promise<void> {
  const startedAt = Date.now();
  const reader = await workers.start();
  while (!(await store.isRead())) {
    if (Date.now() - startedAt > longestRead) throw new Error('The subscriptions are never read.');
    await pause(1_000);
  }
  await workers.kill(reader);
  console.log(`read all subscriptions: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}
