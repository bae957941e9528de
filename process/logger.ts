import { type Logger, pino } from 'pino';

/** Session tokens, the platform's access tokens, Basic credentials, and keys such as ShipStation's. */
const secrets = [
  /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\bshp[a-z]{2,4}_\w+/g,
  /(?<=\bBasic )[\w+/=-]+/gi,
  /\b[\da-f]{32}\b/gi,
];

/** Email addresses and phone numbers of customers, which mail servers and Twilio repeat. */
const addresses = /[^\s<>()"',;:/@]{1,64}@[^\s<>()"',;:/@]+|\+\d{7,15}\b/g;

/** Properties that are never logged, at up to four levels. */
const secretNames = [
  'key',
  'secret',
  'apiKey',
  'apiSecret',
  'apiSecrets',
  'authorization',
  'Authorization',
];
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

function withoutSecrets(text: string): string {
  return secrets
    .reduce((rest, secret) => rest.replace(secret, '[token]'), text)
    .replace(addresses, '[address]');
}

/** Removes quoted data: the database's errors quote parameters, the JSON parser's the body. */
function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return 'cannot be parsed';
  if (error.message.startsWith('Failed query') && error.cause instanceof Error) {
    return error.cause.message;
  }
  return error.message;
}

/** The logged fields of an error and of its causes. */
type DescribedError = {
  message: string;
  type?: string;
  code?: string;
  at?: string[];
  cause?: DescribedError;
};

/**
 * An error as it may be logged: its name, its message without tokens and addresses, its code, where it happened, and its causes. Never
 * its other properties: the platform library's errors carry answers, and one of them the session token.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    type: error.name,
    message: withoutSecrets(messageOf(error)),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    at,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * A log: one JSON object a line, on stderr so that stdout stays free for what a command prints, or to `write`. What is logged as
 * `error` appears as {@link describeError} has it.
 */
export function createLogger(options: {
  level: string;
  service: string;
  write?: (line: string) => void;
}): Logger {
  const { level, service, write } = options;
  return pino(
    {
      level,
      base: { service },
      serializers: { error: describeError, err: describeError },
      redact: { paths: redacted, censor: '[secret]' },
    },
    write === undefined ? pino.destination({ dest: 2, sync: true }) : { write },
  );
}

const libraryLevels = ['error', 'warn', 'debug', 'trace'] as const;

/**
 * Logs the platform library's messages. `severity` is the library's LogSeverity: 0 for an error, 1 a warning,
 * then information and debugging.
 */
export function libraryLog(logger: Logger): (severity: number, message: string) => void {
  return (severity, message) => {
    const level = libraryLevels[severity] ?? 'error';
    logger[level]({ library: true }, withoutSecrets(message));
  };
}
