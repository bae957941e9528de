import { expect, it } from 'vitest';
import { createLogger, describeError, libraryLog } from './logger.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJkZXN0IjoiaHR0cHM6Ly94In0.c2lnbmF0dXJlLXNpZ25hdHVyZQ';

it('logs an error without tokens, answers or parameters', () => {
  const refusal = Object.assign(new Error(`Failed to parse session token '${token}'`), {
    response: { body: { access_token: 'shpat_0123456789abcdef' } },
  });
  const failure = new Error('Failed query: insert into x\nparams: vendor@example.com', {
    cause: new Error('disk full, shpua_abcdef0123456789'),
  });
  const text = JSON.stringify([describeError(refusal), describeError(failure)]);
  expect(text).toContain("Failed to parse session token '[token]'");
  expect(text).toContain('disk full');
  for (const secret of [token, 'shpat_', 'shpua_', 'vendor@example.com']) {
    expect(text).not.toContain(secret);
  }
});

it.each([
  'Authorization: Basic c2hpcHN0YXRpb246cm9ja3M=',
  'the key 0123456789abcdef0123456789ABCDEF was refused',
])('logs %j without what opens an account', (message) => {
  const text = JSON.stringify(describeError(new Error(message)));
  expect(text).toContain('[token]');
  for (const secret of ['c2hpcHN0YXRpb246cm9ja3M=', '0123456789'])
    expect(text).not.toContain(secret);
});

it.each([
  '450 4.2.1 <anna.bean+coffee@mail.example.com>: greylisted',
  'The number +15550100199 is unverified.',
  '550 jürgen@bücher.example: mailbox full',
])('logs %j without the address', (message) => {
  const described = describeError(new Error(message)).message;
  expect(described).toContain('[address]');
  expect(described).not.toMatch(/example|anna|jürgen|555/);
});

it('logs no piece of what could not be parsed', () => {
  const parse = () => JSON.parse('{"secret": hush-hush}');
  expect(parse).toThrow(/hush/);
  try {
    parse();
  } catch (error) {
    expect(describeError(error)).toMatchObject({
      type: 'SyntaxError',
      message: 'cannot be parsed',
    });
    expect(JSON.stringify(describeError(error))).not.toContain('hush');
  }
});

it('logs why there is no connection, which no message says', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(describeError(new TypeError('fetch failed', { cause: refused }))).toMatchObject({
    message: 'fetch failed',
    cause: { type: 'AggregateError', code: 'ECONNREFUSED' },
  });
});

it('logs whatever else was thrown', () => {
  expect(describeError('gone')).toEqual({ message: 'gone' });
});

function logOf(use: (logger: ReturnType<typeof createLogger>) => void): Array<unknown> {
  const lines: unknown[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  use(createLogger({ level: 'info', service: 'a service', write }));
  return lines;
}

it('writes an error as what failed, and where', () => {
  const error = new Error('no room', { cause: new TypeError('too small') });
  const [line] = logOf((logger) => logger.child({ requestId: '1' }).error({ error }, 'failed'));
  expect(line).toMatchObject({
    level: 50,
    service: 'a service',
    requestId: '1',
    msg: 'failed',
    error: {
      type: 'Error',
      message: 'no room',
      at: expect.arrayContaining([expect.stringContaining('logger.test')]),
      cause: { type: 'TypeError', message: 'too small' },
    },
  });
});

it('writes no key and no secret, however deep they are', () => {
  const keys = { key: 'hush-1', secret: 'hush-2' };
  const [line] = logOf((logger) =>
    logger.info({ ...keys, body: keys, request: { body: { shipstation: keys } } }, 'connect'),
  );
  expect(JSON.stringify(line)).not.toContain('hush');
  expect(line).toMatchObject({
    key: '[secret]',
    request: { body: { shipstation: { secret: '[secret]' } } },
  });
});

it("keeps the rank of the platform library's messages, without their tokens", () => {
  const lines = logOf((logger) => {
    const log = libraryLog(logger);
    log(0, `Token exchange failed for ?id_token=${token}&x`);
    log(1, 'careful');
    log(2, 'for the record');
  });
  expect(lines).toMatchObject([
    { level: 50, library: true, msg: 'Token exchange failed for ?id_token=[token]&x' },
    { level: 40, library: true, msg: 'careful' },
  ]);
  expect(lines).toHaveLength(2);
});
