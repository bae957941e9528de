import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Platform } from '../server/platform.ts';

/** Any token opens this account. */
const twilioAccount = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'local',
  from: '+15550100100',
};

const messageSchema = z.object({ To: z.string(), From: z.string(), Body: z.string().min(1) });

/** As much of Twilio's API as sends a text message, which goes into the mailbox. */
export function twilioRoutes(platform: Platform): Hono {
  const routes = new Hono();
  routes.post('/2010-04-01/Accounts/:account/:resource{Messages\\.json}', async (context) => {
    const refuse = (status: 400 | 401 | 404, code: number, message: string) =>
      context.json(
        { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
        status,
      );
    const { accountSid } = twilioAccount;
    const [scheme, given = ''] = (context.req.header('Authorization') ?? '').split(' ');
    const [user] = Buffer.from(given, 'base64').toString().split(':');
    if (scheme !== 'Basic' || user !== accountSid) return refuse(401, 20003, 'Authenticate');
    if (context.req.param('account') !== accountSid) return refuse(404, 20404, 'Not found');
    const body = messageSchema.safeParse(await context.req.parseBody());
    if (!body.success) return refuse(400, 21602, 'Message body is required.');
    const { To: to, From: from, Body: text } = body.data;
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    const code = platform.mailbox.textRefusal;
    if (code !== null) return refuse(400, code, 'The message was refused.');
    platform.mailbox.putText({ from, to, text }, platform.clock.now());
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    return context.json(
      { sid, account_sid: accountSid, to, from, body: text, status: 'queued' },
      201,
    );
  });
  return routes;
}
