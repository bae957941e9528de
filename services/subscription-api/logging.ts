import { type Logger, pino } from 'pino';

const secrets = [/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, /\bshp[a-z]{2,4}_\w+/g];

function withoutSecrets(text: string): string {
  return secrets.reduce((rest, secret) => rest.replace(secret, '[token]'), text);
}

/** The database's errors quote the statement's parameters; only what the server said of it is kept. */
function messageOf(error: Error): string {
  if (error.message.startsWith('Failed query') && error.cause instanceof Error) {
    return error.cause.message;
  }
  return error.message;
}

/**
 * An error as it may be logged: its name, its message without tokens, where it happened, and its causes. Never its
 * other properties: the platform library's errors carry answers, and one of them the session token.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    type: error.name,
    message: withoutSecrets(messageOf(error)),
    at,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The service's log: one JSON object a line on stderr, so that stdout stays free for what a command prints. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: { service: 'subscription-api' } },
    pino.destination({ dest: 2, sync: true }),
  );
}
