import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { testsPerHour } from '#contract/notifications.ts';
import { ServiceError } from '../service-error.ts';

export type Message = {
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Lets a mailbox recognize a message that arrives twice. */
  id?: string;
  /** Takes a POST that unsubscribes at once (RFC 8058); undefined where the message is a duty. */
  unsubscribeUrl?: string | undefined;
};

export type Mail = {
  /**
   * Resolves when the server has accepted the message.
   * @throws ServiceError `unavailable` if nothing was sent (MailNotReachedError if the server never saw the recipient, AddressRefusedError if it
   *   refuses the recipient for good), `outcome unknown` if nobody can tell
   */
  send(message: Message): Promise<void>;
  /** Counts a test email of the shop. Returns 0 if it may go out, otherwise in how many ms the next one may. */
  countTest(shop: string): Promise<number>;
  /** Takes back the count of a test that wasn't sent. */
  uncountTest(shop: string): Promise<void>;
};

/** Nothing was sent and the server never saw the recipient, so the address may be fine. */
export class MailNotReachedError extends ServiceError {}

/** The recipient can't be written to for now, and may be once they want it, or from another sender. Nothing was sent. */
export class RecipientRefusedError extends ServiceError {}

/** The server refuses the recipient for good. Nothing was sent. */
export class AddressRefusedError extends RecipientRefusedError {}

/** Lets a merchant try a few texts, but not flood somebody else's address. */
const tests = { points: testsPerHour, duration: 60 * 60 };

const milliseconds = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 };

/** Messages that follow each other share a connection, which is closed soon after the last one, so that it holds up no process that stops. */
const pool = { pool: true, maxConnections: 2, maxRequeues: 1, idleTimeout: 1_000 } as const;

async function openPool(smtpUrl: string) {
  // Loaded only here, because few processes ever send a message.
  const { createTransport } = await import('nodemailer');
  const outside = { disableFileAccess: true, disableUrlAccess: true };
  return createTransport({ url: smtpUrl, ...pool, ...milliseconds, ...outside });
}

/** Sends through the server at `smtpUrl`, such as `smtp://user:password@mail.example:587`. */
export function createMail(smtpUrl: string): Mail {
  const limiter = new RateLimiterMemory(tests);
  let transport: ReturnType<typeof openPool> | undefined;
  return {
    async send({ id, unsubscribeUrl, ...message }) {
      transport ??= openPool(smtpUrl);
      try {
        await (await transport).sendMail({
          ...message,
          replyTo: message.replyTo ?? undefined,
          messageId: id,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    async countTest(shop) {
      try {
        await limiter.consume(shop);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, refusal.msBeforeNext);
      }
    },
    async uncountTest(shop) {
      await limiter.reward(shop);
    },
  };
}

/**
 * What a connection fails by that was never there to send a message over: there is no such name, no way to it, nobody, nobody who greets, or not whom we
 * trust. Codes of Node, OpenSSL and nodemailer.
 */
export const unconnected =
  /^(EDNS|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETLS|(CONNECT|GREETING|UPGRADE)_TIMEOUT)$|CERT|SIGNATURE|_VERSION|HANDSHAKE/;

const errorSchema = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  timeoutType: z.string().optional(),
  response: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/**
 * The part of a failed send that a merchant may read. The error's own message could show the server's address, or more. After a broken connection the
 * outcome is unknown, because the server may have received the whole message.
 */
function failureOf(error: unknown): ServiceError {
  const { code, originalCode, timeoutType, response, responseCode, command } =
    errorSchema.safeParse(error).data ?? {};
  const notReached = (message: string) =>
    new MailNotReachedError('unavailable', { message }, error);
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return notReached(
      'The mail server didn’t accept the app’s username and password. Nothing was sent.',
    );
  }
  if (response !== undefined && responseCode !== undefined && responseCode >= 400) {
    if (code !== 'EENVELOPE' && code !== 'EMESSAGE') {
      return notReached('The mail server rejected the app. Nothing was sent.');
    }
    const message = `The mail server refused it: ${printable(response)}`;
    const isForGood = responseCode >= 500 && command === 'RCPT TO' && !notOfAddress.test(response);
    const Refused = isForGood ? AddressRefusedError : ServiceError;
    return new Refused('unavailable', { message }, error);
  }
  // Without a command, the pool has seen connections end before anything of the message was sent.
  const isDropped = code === 'ECONNECTION' && command === undefined;
  if (isDropped || [code, originalCode, timeoutType].some((one) => unconnected.test(one ?? ''))) {
    return notReached('We couldn’t reach the mail server. Nothing was sent.');
  }
  const message = 'The mail server didn’t respond. The email may or may not have been sent.';
  return new ServiceError('outcome unknown', { message }, error);
}

/**
 * What isn't about the address, and passes (RFC 3463): a full mailbox, the network, a policy, or a server that doesn't relay for us. The word counts
 * only where no code says more, since an address may hold it.
 */
const notOfAddress = /^\d{3}[ -]5\.(2\.2|[3-7]\.)|^\d{3}(?![ -]5\.\d).* relay/i;

function printable(response: string): string {
  return response.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
}
