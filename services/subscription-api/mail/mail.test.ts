import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, expect, it } from 'vitest';
import { type FailureKind, ServiceError } from '../service-error.ts';
import { AddressRefusedError, createMail, MailNotReachedError } from './mail.ts';
import { createTexts } from './texts.ts';

type Line = string;
/** Returns the server's answer to a line, or null to end the connection. */
type Script = (line: Line, isMessage: boolean) => string | null;

let server: Server | undefined;
afterEach(() => new Promise((resolve) => server?.close(resolve)));

/** A mail server that greets and then follows a script. It counts the messages it received completely. */
async function mailServer(greeting: string, script: Script) {
  const had = { messages: 0, connections: 0 };
  const serve = (socket: Socket) => {
    had.connections += 1;
    let isMessage = false;
    socket.on('error', () => {});
    socket.setEncoding('utf8').write(greeting);
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isMessage && line !== '.') continue;
        if (line === '.') had.messages += 1;
        const answer = script(line, isMessage);
        isMessage = line === 'DATA';
        if (answer === null) return void socket.end();
        socket.write(answer);
      }
    });
  };
  return { had, mail: createMail(`smtp://${await listening(createServer(serve))}`) };
}

/** Has a server listen until the test is over. Returns where. */
async function listening(one: Server): Promise<string> {
  server = one;
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const address = one.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

/** Answers what it hears first, and hangs up. */
const answering = (answer: string) => (socket: Socket) =>
  void socket.once('data', () => socket.end(answer, () => socket.destroy()));

/** A server whose certificate nobody vouches for. */
async function untrusted(): Promise<Server> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mail.example' }]);
  return createSecureServer({ key, cert }).on('tlsClientError', () => {});
}

const message = {
  from: { name: 'Beans', address: 'yesreply@cadence.example' },
  replyTo: null,
  to: 'ada@example.com',
  subject: 'Test',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const taken = (line: Line) => (line === 'DATA' ? '354 Go on\r\n' : '250 Fine\r\n');
const nobodyKnows = 'The mail server didn’t respond. The email may or may not have been sent.';

it.each<[string, string, Script, FailureKind, string, number]>([
  [
    'closes after it has the whole message',
    '220 Hello\r\n',
    (line) => (line === '.' ? null : taken(line)),
    'outcome unknown',
    nobodyKnows,
    1,
  ],
  [
    'refuses the whole message',
    '220 Hello\r\n',
    (line) => (line === '.' ? '554 No thanks\r\n' : taken(line)),
    'unavailable',
    'The mail server refused it: 554 No thanks',
    1,
  ],
  [
    'turns everybody away',
    '554 mail.secret.example takes none\r\n',
    taken,
    'unavailable',
    'The mail server rejected the app. Nothing was sent.',
    0,
  ],
])('a server that %s', async (_, greeting, script, kind, text, messages) => {
  const { had, mail } = await mailServer(greeting, script);
  await expect(mail.send(message)).rejects.toMatchObject({ kind, message: text });
  expect(had.messages).toBe(messages);
});

it('a name that is nowhere is not reached', async () => {
  const mail = createMail('smtp://mail.invalid:25');
  await expect(mail.send(message)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'We couldn’t reach the mail server. Nothing was sent.',
  });
});

it.each<[string, string, () => Server | Promise<Server>]>([
  ['whose certificate is not to be trusted', 'smtps', untrusted],
  ['that doesn’t speak TLS', 'smtps', () => createServer(answering('220 Hello\r\n'))],
  [
    'that ends connections before it greets',
    'smtp',
    () => createServer((socket) => void socket.destroy()),
  ],
])('a server %s is not reached', async (_, protocol, created) => {
  const mail = createMail(`${protocol}://${await listening(await created())}`);
  await expect(mail.send(message)).rejects.toBeInstanceOf(MailNotReachedError);
});

it('a provider of texts whose certificate is not to be trusted is not reached', async () => {
  const texts = createTexts({
    ...{ accountSid: `AC${'0'.repeat(32)}`, authToken: 'local', from: '+15550100100' },
    url: `https://${await listening(await untrusted())}`,
  });
  await expect(texts.send({ to: '+15550100199', body: 'Hello' })).rejects.toBeInstanceOf(
    MailNotReachedError,
  );
});

it('sends what follows over the same connection', async () => {
  const { had, mail } = await mailServer('220 Hello\r\n', taken);
  await mail.send(message);
  await mail.send(message);
  expect(had).toEqual({ messages: 2, connections: 1 });
});

it('sends nothing twice where a connection that was used before ends in the middle', async () => {
  let whole = 0;
  const { had, mail } = await mailServer('220 Hello\r\n', (line) => {
    if (line === '.') whole += 1;
    return line === '.' && whole === 2 ? null : taken(line);
  });
  await mail.send(message);
  await expect(mail.send(message)).rejects.toMatchObject({ kind: 'outcome unknown' });
  expect(had).toEqual({ messages: 2, connections: 1 });
});

it.each<[string, string, boolean]>([
  ['for good', '550 Nobody\r\n', true],
  ['for now', '451 Later\r\n', false],
  ['by a server that doesn’t relay', '554 5.7.1 Access denied\r\n', false],
  ['by one that says so in words alone', '550 relay not permitted\r\n', false],
  ['with a full mailbox', '552 5.2.2 Full\r\n', false],
  ['in a domain of relays', '550 5.1.1 <ada@privaterelay.appleid.com> Nobody\r\n', true],
  ['by name', '550-5.1.1 Nobody\r\n550 5.1.1 here\r\n', true],
])('tells whether an address is refused %s', async (_, answer, isForGood) => {
  const script: Script = (line) => (line.startsWith('RCPT') ? answer : taken(line));
  const { had, mail } = await mailServer('220 Hello\r\n', script);
  const refusal = await mail.send(message).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ServiceError);
  expect(refusal instanceof AddressRefusedError).toBe(isForGood);
  expect(had.messages).toBe(0);
});
