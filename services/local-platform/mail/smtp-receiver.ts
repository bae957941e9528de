import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const largestMail = 5 * 1024 * 1024;

/** Starts a mail server on the loopback, on any free port; it puts every mail into the mailbox. */
export async function startSmtpReceiver(
  mailbox: Mailbox,
  now: () => Date,
): Promise<{ smtpUrl: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    // Mail stays on this machine, so there is no TLS and no login.
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largestMail,
    disableReverseLookup: true,
    onRcptTo(_address, _session, callback) {
      if (mailbox.refusal === null) return callback();
      const code = /^\d{3}(?= )/.exec(mailbox.refusal)?.[0] ?? '550';
      callback(Object.assign(new Error(mailbox.refusal), { responseCode: Number(code) }));
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => mailbox.receive(raw, to, now()))
        .then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // Clients that disconnect early cause no trouble.
  server.on('error', () => {});
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
