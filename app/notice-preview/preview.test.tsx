import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationPreview } from '#contract/notification-preview.ts';
import type { ChannelFlags } from '#contract/notifications.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { PreviewModal } from './PreviewModal.tsx';

const preview: NotificationPreview = {
  order: '#1042',
  reading: 'done',
  email: {
    from: 'Beans & Co <yesreply@cadence.example>',
    replyTo: 'beans@example.com',
    subject: 'Your order #1042 has arrived',
    html: '<!doctype html><p>Hello</p>',
  },
  text: { body: 'Beans & Co: Your order #1042 has arrived.' },
  push: { title: 'Beans & Co', body: 'Your order #1042 has arrived.' },
  providers: { email: true, text: false, push: false },
  address: 'ada@example.com',
};

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
beforeAll(prepareScreenTests);
beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => vi.unstubAllGlobals());

let flags: ChannelFlags | undefined;
function Preview() {
  return <PreviewModal name="customerOrderArrived" flags={flags} onClose={() => {}} />;
}

function Reminder() {
  return <PreviewModal name="reminder" onClose={() => {}} />;
}

function show(answers: Response[], given?: ChannelFlags) {
  flags = given;
  for (const answer of answers) fetch.mockResolvedValueOnce(answer);
  return showScreen([{ path: '/', Component: Preview }]);
}

const shown = (change: Partial<NotificationPreview> = {}) =>
  Response.json({ ...preview, ...change });

async function bannerAfter(answer: Response) {
  // An address of its own, because another test may have left the dialog open.
  const { user } = show([shown({ address: `${crypto.randomUUID()}@example.com` }), answer]);
  await user.click(await screen.findByRole('button', { name: 'Send to me' }));
  return within(await screen.findByRole('alert'));
}

describe('the preview of a notification', () => {
  it('shows email, text and push of an order, the email where nothing in it runs', async () => {
    show([shown()], { email: false, text: true, push: true });
    expect(await screen.findByText('Filled in with your order #1042.')).toBeDefined();
    expect(fetch.mock.calls[0]?.[0]).toBe(
      '/resources/notifications/preview?notification=customerOrderArrived',
    );
    const frame = screen.getByTitle('The email');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toBe(preview.email.html);
    for (const text of [
      'From: Beans & Co <yesreply@cadence.example>',
      'Reply to: beans@example.com',
      'Subject: Your order #1042 has arrived',
      preview.text.body,
      preview.push.body,
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getAllByText('Off')).toHaveLength(1);
  });

  it('shows of a notice without a switch the email, by which alone it goes out', async () => {
    fetch.mockResolvedValueOnce(shown());
    showScreen([{ path: '/', Component: Reminder }]);
    await screen.findByTitle('The email');
    expect(screen.getByRole('heading', { name: 'Preview: Order reminder' })).toBeDefined();
    expect(fetch.mock.calls[0]?.[0]).toBe('/resources/notifications/preview?notification=reminder');
    const channels = screen.getAllByRole('heading', { level: 3 });
    expect(channels.map(({ textContent }) => textContent)).toEqual(['Email', 'Send to me']);
    expect(screen.queryByText('Off')).toBeNull();
  });

  it.each<[Partial<NotificationPreview>, string]>([
    [{ order: null }, 'An example: your store has no orders yet.'],
    [{ order: null, reading: 'underWay' }, 'An example: we’re still reading your orders.'],
    [{ order: null, reading: 'failed' }, 'An example: your orders couldn’t be read.'],
    [
      { providers: { email: false, text: false, push: false } },
      'Cadence can’t send emails yet, because it has no mail server.',
    ],
  ])('is honest: %j', async (change, text) => {
    show([shown(change)]);
    expect(await screen.findByText((words) => words.startsWith(text))).toBeDefined();
  });

  it('says why it could not be loaded, and loads at the next try', async () => {
    const { user } = show([Response.json({ message: 'Not now' }, { status: 502 }), shown()]);
    expect(await screen.findByText('Not now')).toBeDefined();
    const again = screen.getByRole('button', { name: 'Try again' });
    act(() => again.focus());
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(await screen.findByText(/^Filled in with/)).toBeDefined();
    expect(screen.queryByText('Not now')).toBeNull();
  });

  it('goes to the address of the merchant, corrected where it is none', async () => {
    const { user } = show([
      shown(),
      Response.json({ message: 'Invalid Email' }, { status: 400 }),
      Response.json({ sentTo: 'ada@example.org' }),
    ]);
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your email' });
    expect(address.value).toBe('ada@example.com');
    await user.clear(address);
    await user.type(address, 'ada{Enter}');
    const told = await screen.findAllByText('Invalid Email');
    // At the field, and to who doesn't see it.
    expect(told.map((text) => text.closest('[role="status"]') !== null)).toEqual([false, true]);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    await user.type(address, '@example.org');
    await user.click(screen.getByRole('button', { name: 'Send to me' }));
    expect(await screen.findByText('Sent to ada@example.org')).toBeDefined();
    expect(screen.queryByText('Invalid Email')).toBeNull();
    expect(JSON.parse(String(fetch.mock.calls[2]?.[1].body))).toEqual({
      notification: 'customerOrderArrived',
      to: 'ada@example.org',
    });
  });

  it('tells what the mail server said where it was not sent', async () => {
    const message = 'The mail server refused it: 550 No such mailbox';
    const banner = await bannerAfter(Response.json({ message }, { status: 503 }));
    expect(banner.getByText('Your test wasn’t sent')).toBeDefined();
    expect(banner.getByText(message)).toBeDefined();
  });

  it.each([
    ['a mail server', Response.json({ message: 'No answer' }, { status: 502 })],
    ['the app', Response.error()],
  ])('promises nothing where %s gave no answer', async (_, answer) => {
    const banner = await bannerAfter(answer);
    expect(banner.getByText('It may or may not have been sent')).toBeDefined();
    expect(banner.queryByText('Your test wasn’t sent')).toBeNull();
  });

  it('is the same email again while nobody knows what came of it, and another one after', async () => {
    const sent = () => Response.json({ sentTo: 'ada@example.com' });
    const failed = (status: number) => Response.json({ message: 'No answer' }, { status });
    const { user } = show([shown(), failed(502), failed(503), sent(), sent()]);
    const press = async () =>
      await user.click(await screen.findByRole('button', { name: 'Send to me' }));
    await press();
    await screen.findByRole('alert');
    await press();
    // The second try's answer doesn't tell whether the first was sent.
    expect(await screen.findByText('It may or may not have been sent')).toBeDefined();
    await press();
    await screen.findByText('Sent to ada@example.com');
    await press();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(5));
    const keys = fetch.mock.calls
      .slice(1)
      .map(([, { headers }]) => new Headers(headers).get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys.map((key) => key === keys[0])).toEqual([true, true, true, false]);
  });

  it('is the same email where the preview was closed meanwhile, and one to somebody else or with other words is not', async () => {
    const address = 'bea@example.com';
    const keys: Array<string | null> = [];
    const keyOf = () => new Headers(fetch.mock.lastCall?.[1].headers).get('Idempotency-Key');
    const answers = [
      () => Response.error(),
      () => Response.error(),
      () => Response.error(),
      () => Response.json({ sentTo: address }),
      () => Response.json({ sentTo: address }),
    ];
    for (const [index, answer] of answers.entries()) {
      const to = index === 1 ? 'cleo@example.com' : address;
      const email = index === 2 ? { ...preview.email, html: '<p>Bye</p>' } : preview.email;
      const { user } = show([shown({ address: to, email }), answer()]);
      await user.click(await screen.findByRole('button', { name: 'Send to me' }));
      await screen.findByText(/^(It may or may not have been sent|Sent to bea@example.com)$/);
      keys.push(keyOf());
      cleanup();
    }
    const [first] = keys;
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(keys.map((key) => key === first)).toEqual([true, false, false, true, false]);
  });

  it('is sent once, however often Enter is pressed meanwhile', async () => {
    const { user } = show([shown()]);
    const address = await screen.findByRole('textbox', { name: 'Your email' });
    let resolve: (answer: Response) => void = () => {};
    fetch.mockReturnValueOnce(
      new Promise((settle) => {
        resolve = settle;
      }),
    );
    await user.type(address, '{Enter}{Enter}');
    await user.type(address, '{Enter}');
    expect(fetch).toHaveBeenCalledTimes(2);
    const words = screen.getAllByText('Sending...');
    expect(words.map((text) => text.closest('[role="status"]') !== null)).toEqual([false, true]);
    resolve(Response.json({ sentTo: 'ada@example.com' }));
    expect(await screen.findByText('Sent to ada@example.com')).toBeDefined();
  });
});
