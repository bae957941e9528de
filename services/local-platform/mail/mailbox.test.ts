import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Mailbox } from './mailbox.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

const mailbox = new Mailbox();
let smtpUrl: string;
beforeAll(async () => {
  const receiver = await startSmtpReceiver(mailbox, () => new Date('2026-11-21T10:00:00Z'));
  smtpUrl = receiver.smtpUrl;
  return receiver.close;
});
beforeEach(() => mailbox.reset());

const transport = () => createTransport({ url: smtpUrl });
afterAll(() => transport().close());
const mail = {
  from: 'Röst & Ritual <yesreply@cadence.example>',
  replyTo: 'beans@example.com',
  to: ['ada@example.com', 'lin@example.com'],
  subject: 'Ünïted – 咖啡',
  text: 'Hello',
  html: '<p>Hello &amp; welcome</p>',
};

it('keeps an email as it was sent, newest first', async () => {
  await transport().sendMail({ ...mail, subject: 'First' });
  await transport().sendMail(mail);
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([mail.subject, 'First']);
  const [newest] = mailbox.mails;
  expect({ ...newest, text: newest?.text.trim(), html: newest?.html.trim() }).toEqual({
    id: expect.any(String),
    receivedAt: '2026-11-21T10:00:00.000Z',
    ...mail,
    listUnsubscribe: null,
  });
});

it('refuses recipients in the words that it was told', async () => {
  mailbox.refusal = 'No such mailbox here';
  await expect(transport().sendMail(mail)).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining('No such mailbox here'),
  });
  mailbox.refusal = null;
  await transport().sendMail(mail);
  expect(mailbox.mails).toHaveLength(1);
});

it('keeps the latest 200', async () => {
  const raw = (subject: number) => new TextEncoder().encode(`Subject: ${subject}\r\n\r\nHello`);
  for (let each = 1; each <= 205; each += 1) {
    await mailbox.receive(raw(each), ['ada@example.com'], new Date());
  }
  expect(mailbox.mails).toHaveLength(200);
  expect(mailbox.mails[0]).toMatchObject({ subject: '205', from: '', replyTo: null });
});
