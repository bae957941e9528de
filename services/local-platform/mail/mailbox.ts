import { randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';

export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  replyTo: string | null;
  /** The recipients of the SMTP envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The header by which a mail program unsubscribes with one click; null if it can't. */
  listUnsubscribe: string | null;
};

const rememberedMails = 200;

function written(address: Address | undefined): string {
  if (address === undefined) return '';
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}

/** The received emails and text messages, newest first, in memory only. */
export class Mailbox {
  #mails: Mail[] = [];
  /** The words with which the server refuses every recipient; null if it accepts mail. */
  refusal: string | null = null;

  /** Twilio's code with which every text message is refused; null if it is taken. */
  textRefusal: number | null = null;

  get mails(): readonly Mail[] {
    return this.#mails;
  }

  /** Adds an email that the platform itself sends for a store. */
  put(
    store: { name: string; email: string },
    { to, ...mail }: { to: string; subject: string; text: string },
    receivedAt: Date,
  ): void {
    this.#keep({
      id: randomUUID(),
      receivedAt: receivedAt.toISOString(),
      from: `${store.name} <${store.email}>`,
      replyTo: null,
      to: [to],
      html: '',
      listUnsubscribe: null,
      ...mail,
    });
  }

  putText({ from, to, text }: { from: string; to: string; text: string }, receivedAt: Date): void {
    this.#keep({
      id: randomUUID(),
      receivedAt: receivedAt.toISOString(),
      from,
      replyTo: null,
      to: [to],
      subject: 'Text message',
      text,
      html: '',
      listUnsubscribe: null,
    });
  }

  #keep(mail: Mail): void {
    this.#mails = [mail, ...this.#mails].slice(0, rememberedMails);
  }

  async receive(raw: Uint8Array, to: string[], receivedAt: Date): Promise<void> {
    const {
      from,
      replyTo,
      subject = '',
      text = '',
      html = '',
      headers,
    } = await PostalMime.parse(raw);
    const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value;
    const isOneClick = headerOf('list-unsubscribe-post') === 'List-Unsubscribe=One-Click';
    this.#keep({
      id: randomUUID(),
      receivedAt: receivedAt.toISOString(),
      from: written(from),
      replyTo: replyTo?.[0] === undefined ? null : written(replyTo[0]),
      to,
      subject,
      text,
      html,
      listUnsubscribe: (isOneClick ? headerOf('list-unsubscribe') : undefined) ?? null,
    });
  }

  reset(): void {
    this.#mails = [];
    this.refusal = null;
    this.textRefusal = null;
  }
}
