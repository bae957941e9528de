import { createTransport } from 'nodemailer';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { ServiceError } from '../service-error.ts';

/** An email to one address. */
export type Message = {
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** The mail server of the installation. */
export type Mail = {
  /**
   * Resolves when the server has taken the message.
   * @throws ServiceError 502 with what is known of it: refused, not sent, or nobody can tell
   */
  send(message: Message): Promise<void>;
  /** Counts a test of the shop: 0 where it may go out, else in how many seconds the next one may. */
  countTest(shop: string): Promise<number>;
};

/** A merchant tries a few texts; an address of somebody else is not to be flooded. */
const tests = { points: 10, duration: 60 * 60 };

const milliseconds = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 };

/** Sends through the server at `smtpUrl`, such as `smtp://user:password@mail.example:587`. */
export function createMail(smtpUrl: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    ...milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const limiter = new RateLimiterMemory(tests);
  return {
    async send(message) {
      try {
        await transport.sendMail({
          ...message,
          replyTo: message.replyTo ?? undefined,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new ServiceError(502, { message: reasonOf(error) }, error);
      }
    },
    async countTest(shop) {
      try {
        await limiter.consume(shop);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
  };
}

const errorSchema = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
});

/** What a merchant may read of a failed send. The error's own message may hold the address of the server, or more. */
function reasonOf(error: unknown): string {
  const { code, command, response } = errorSchema.safeParse(error).data ?? {};
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return 'The mail server did not accept the app’s user name and password. Nothing was sent.';
  }
  if (response !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    return `The mail server refused it: ${printable(response)}`;
  }
  // Once the message itself is under way, its answer alone says whether it was taken.
  if (command === 'DATA') {
    return 'The mail server gave no answer. The email may have been sent or not.';
  }
  return 'The mail server could not be reached. Nothing was sent.';
}

function printable(response: string): string {
  return response.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
}
