import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { deadLetterQueue } from '../../jobs/queues.ts';
import { type CommandOutcome, printable } from './command-outcome.ts';

const id = z.uuid({ error: 'Name the job by its id, as "list" shows it.' });

/** Every order in the form that an operator types. */
export const jobCommands = ['list', 'show ID', 'retry ID', 'retry all'];

export const jobCommandSchema = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('list') }),
    z.object({ action: z.literal('show'), id }),
    z.object({ action: z.literal('retry'), id: z.union([z.literal('all'), id]) }),
  ],
  { error: `Say what to do: ${jobCommands.join(', ')}.` },
);

type JobCommand = z.infer<typeof jobCommandSchema>;

/** Parses a command's words, such as `['retry', 'all']`. */
export function parseJobCommand([action, id, ...rest]: readonly string[]) {
  return jobCommandSchema.safeParse(rest.length === 0 ? { action, id } : {});
}

const longestList = 1_000;
const notThere = (id: string): CommandOutcome => ({
  done: false,
  lines: [`There is no dead letter ${id}. "list" shows those that there are.`],
});

/**
 * Runs an operator's order. `list` shows the dead letters, the oldest first; `show` prints all about one; `retry` sends one or all of them again, as
 * new jobs of the queue that they came from.
 */
export async function runJobCommand(engine: PgBoss, order: JobCommand): Promise<CommandOutcome> {
  if (order.action === 'list') {
    const letters = await deadLetters(engine, { limit: longestList + 1 });
    if (letters.length === 0) return { done: true, lines: ['No job has failed for good.'] };
    const lines = letters.slice(0, longestList).map(lineOf);
    return { done: true, lines: letters.length > longestList ? [...lines, '… and more'] : lines };
  }
  if (order.action === 'show') {
    const [letter] = await deadLetters(engine, { id: order.id });
    return letter === undefined ? notThere(order.id) : { done: true, lines: linesOf(letter) };
  }
  if (order.id === 'all') {
    let sent = 0;
    for (;;) {
      const moved = await engine.redrive(deadLetterQueue);
      if (moved === 0) break;
      sent += moved;
    }
    return { done: true, lines: [`${sent} ${sent === 1 ? 'job was' : 'jobs were'} sent again.`] };
  }
  const sent = await engine.redrive(deadLetterQueue, { ids: [order.id] });
  return sent === 0 ? notThere(order.id) : { done: true, lines: ['The job was sent again.'] };
}

type DeadLetter = JobWithMetadata<object>;

async function deadLetters(
  engine: PgBoss,
  which: { id: string } | { limit: number },
): Promise<DeadLetter[]> {
  const found = await engine.findJobs<object>(deadLetterQueue, { ...which, queued: true });
  return found.toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
}

const outputSchema = z.object({ message: z.string() });

function reasonOf({ sourceOutput }: DeadLetter): string {
  const output = outputSchema.safeParse(sourceOutput);
  return printable(output.success ? output.data.message : JSON.stringify(sourceOutput));
}

function lineOf(letter: DeadLetter): string {
  const { id, sourceName, createdOn, groupId } = letter;
  return [id, createdOn.toISOString(), sourceName, groupId ?? '-', reasonOf(letter)].join('  ');
}

function linesOf(letter: DeadLetter): string[] {
  const { id, sourceName, sourceCreatedOn, sourceRetryCount, createdOn, data } = letter;
  return [
    `Job:        ${id}`,
    `Queue:      ${sourceName}`,
    `Contents:   ${printable(JSON.stringify(data))}`,
    `Sent:       ${sourceCreatedOn?.toISOString()}`,
    `Given up:   ${createdOn.toISOString()}, after ${(sourceRetryCount ?? 0) + 1} attempts`,
    `Last error: ${reasonOf(letter)}`,
  ];
}
