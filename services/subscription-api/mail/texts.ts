import { z } from 'zod';
import type { Environment } from '#process/environment.ts';
import { ServiceError } from '../service-error.ts';
import {
  AddressRefusedError,
  MailNotReachedError,
  RecipientRefusedError,
  unconnected,
} from './mail.ts';

export type Texts = {
  /**
   * Resolves when the provider has accepted the message.
   * @param to in E.164, as `+15550100199`
   * @throws ServiceError as `Mail.send`
   */
  send(message: { to: string; body: string }): Promise<void>;
};

type Account = NonNullable<Environment['twilio']>;

const twilioOrigin = 'https://api.twilio.com';
const timeoutMilliseconds = 15_000;

async function openClient({ accountSid, authToken, url }: Account) {
  // Loaded only here: it is large, and few installations send texts.
  const { default: twilio } = await import('twilio');
  class Client extends twilio.RequestClient {
    override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) =>
      super.request({ ...options, uri: options.uri.replace(twilioOrigin, url) });
  }
  const httpClient = new Client({ timeout: timeoutMilliseconds });
  return twilio(accountSid, authToken, { httpClient });
}

/** Sends text messages by Twilio. */
export function createTexts(account: Account): Texts {
  let client: ReturnType<typeof openClient> | undefined;
  const sender = account.from.startsWith('MG')
    ? { messagingServiceSid: account.from }
    : { from: account.from };
  return {
    async send(message) {
      client ??= openClient(account);
      try {
        // A typographic apostrophe alone would double a message's price.
        await (await client).messages.create({ ...message, ...sender, smartEncoded: true });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Twilio's codes for a number that takes no texts: invalid, unreachable, or not a mobile one. */
const refusedNumbers = [21211, 21214, 21217, 21614];
/** Those for one whose owner has answered STOP, which START ends, and one that this sender doesn't reach. */
const refusedForNow = [21610, 21612];

const errorSchema = z.object({
  status: z.number().optional(),
  code: z.union([z.number(), z.string()]).optional(),
});

/** Only what Twilio has refused, or never heard of, was surely not sent. Its own words could show the account. */
function failureOf(error: unknown): ServiceError {
  const { status, code } = errorSchema.safeParse(error).data ?? {};
  const isForNow = refusedForNow.some((refused) => refused === code);
  if (isForNow || refusedNumbers.some((refused) => refused === code)) {
    const Refused = isForNow ? RecipientRefusedError : AddressRefusedError;
    return new Refused('unavailable', { message: 'Twilio refuses this phone number.' }, error);
  }
  if (status === 401 || status === 403 || unconnected.test(String(code))) {
    const message = 'We couldn’t reach Twilio, or it rejected the app. Nothing was sent.';
    return new MailNotReachedError('unavailable', { message }, error);
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new ServiceError('unavailable', { message: 'Twilio refused the message.' }, error);
  }
  const message = 'Twilio didn’t respond. The text message may or may not have been sent.';
  return new ServiceError('outcome unknown', { message }, error);
}
