import { beforeEach, expect, it, vi } from 'vitest';
import { action, loader } from './unsubscribe.ts';

const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  api.mockReset().mockImplementation(async (request) => {
    sent.push(await request.json());
    return new Response(null, { status: 204 });
  });
});

async function press(body: BodyInit, search = '?token=v1.sealed') {
  const request = new Request(`https://cadence.example/unsubscribe${search}`, {
    method: 'POST',
    body,
  });
  const answer = await action({ request, params: {}, context: {} });
  return `${answer.status} ${/<h1[^>]*>(.*)<\/h1>/.exec(await answer.text())?.[1]}`;
}

it('opening the link asks, and nothing is sent', async () => {
  const page = await (await loader()).text();
  expect(page).toContain('Unsubscribe?');
  expect(page).toMatch(/<button name="wanted" value="no more" [^>]*>Unsubscribe</);
  expect(api).not.toHaveBeenCalled();
});

it('one click of a mail program unsubscribes, the page’s button subscribes again', async () => {
  const click = new FormData();
  click.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams('List-Unsubscribe=One-Click'), click, 'nothing']) {
    expect(await press(body)).toBe('200 You’re unsubscribed');
  }
  const again = new URLSearchParams({ wanted: 'again' });
  expect(await press(again)).toBe('200 You’re subscribed again');
  const one = { token: 'v1.sealed', isUnsubscribed: true };
  expect(sent).toEqual([one, one, one, { ...one, isUnsubscribed: false }]);
});

it('a link that isn’t ours is a page of its own, without asking where it has no token', async () => {
  api.mockResolvedValue(Response.json({ message: 'Not ours' }, { status: 404 }));
  for (const search of ['?token=forged', '']) {
    expect(await press('', search)).toBe('404 This link doesn’t work any more');
  }
  expect(api).toHaveBeenCalledOnce();
});

it('what failed is tried again as it was', async () => {
  api.mockRejectedValue(new Error('down'));
  for (const wanted of ['no more', 'again']) {
    const request = new Request('https://cadence.example/unsubscribe?token=v1.sealed', {
      method: 'POST',
      body: new URLSearchParams({ wanted }),
    });
    const answer = await action({ request, params: {}, context: {} });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain(`<button name="wanted" value="${wanted}" `);
  }
});
