import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type CommandOutcome, commandOutcomeSchema } from './command-outcome.ts';

const keySchema = z.object({ port: z.number().int(), token: z.string().min(1) });

/** How an operator's command reaches the service, as the key file has it in JSON. */
export type OperatorKey = z.infer<typeof keySchema>;

/** How long an operator waits for an answer, in ms. */
const answerMilliseconds = 10_000;

export function keyFileOf(dataDirectory: string): string {
  return join(dataDirectory, 'operator.json');
}

/**
 * Sends a command to the service that has the data folder open, at the path for such commands.
 * @throws if no service answers
 */
export async function sendToOperatorServer(
  dataDirectory: string,
  path: string,
  command: unknown,
): Promise<CommandOutcome> {
  const { port, token } = keySchema.parse(
    JSON.parse(await readFile(keyFileOf(dataDirectory), 'utf8')),
  );
  const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(answerMilliseconds),
  });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  return commandOutcomeSchema.parse(await answer.json());
}
