import { randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';

/** An email that the local mail server took. */
export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  replyTo: string | null;
  /** Who it was handed in for. */
  to: string[];
  subject: string;
  text: string;
  html: string;
};

const rememberedMails = 200;

function written(address: Address | undefined): string {
  if (address === undefined) return '';
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}

/** The emails that this machine's mail server took, newest first, and whether it takes any. They go with the process. */
export class Mailbox {
  #mails: Mail[] = [];
  /** What the server says to every recipient in place of taking its mail; null where it takes them. */
  refusal: string | null = null;

  get mails(): readonly Mail[] {
    return this.#mails;
  }

  /** Reads an email as it came over the wire, and keeps it. */
  async receive(raw: Uint8Array, to: string[], receivedAt: Date): Promise<void> {
    const { from, replyTo, subject = '', text = '', html = '' } = await PostalMime.parse(raw);
    const mail: Mail = {
      id: randomUUID(),
      receivedAt: receivedAt.toISOString(),
      from: written(from),
      replyTo: replyTo?.[0] === undefined ? null : written(replyTo[0]),
      to,
      subject,
      text,
      html,
    };
    this.#mails = [mail, ...this.#mails].slice(0, rememberedMails);
  }

  /** Empty, and taking every mail. */
  reset(): void {
    this.#mails = [];
    this.refusal = null;
  }
}
