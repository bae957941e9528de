import { errorTexts } from '#contract/errors.ts';
import type { Override } from './api-proxy.ts';
import { expect, stores, test } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Specification §2 and §8: what a merchant sees when the subscription API fails.

test.use({ stackKind: 'standalone' });

const list = '/subscription/selling-plan-group';

/** Calls that only read are tried four times, after pauses of 1, 2 and 4 seconds. */
const tries = 4;

type Failing = {
  what: string;
  answer: Override;
  message: string;
  tried: number;
};

const refusal: Failing = {
  what: 'a refusal with a message',
  answer: { status: 403, body: { message: 'The roastery is closed.' } },
  message: 'The roastery is closed.',
  tried: 1,
};
const silentOutage: Failing = {
  what: 'a 503 without a message',
  answer: { status: 503, body: '<h1>Service Unavailable</h1>' },
  message: errorTexts.serverError,
  tried: tries,
};

// The retries take 7 seconds, so this tests only one outage; transport.test.ts and client.test.ts cover the others.
for (const { what, answer, message, tried } of [refusal, silentOutage]) {
  test(`${what} leads to a banner above the list, which tries again`, async ({
    admin,
    apiProxy,
    errors,
  }) => {
    errors.expect(/status of (4|5)\d\d/);
    apiProxy.override('GET', list, answer, { times: tried });
    await openScreen(admin, '/fixed-subscription');
    const banner = admin.app.getByRole('alert').filter({ hasText: message });
    await expect(banner).toBeVisible();
    expect(apiProxy.requests.filter(({ path }) => path.startsWith(list))).toHaveLength(tried);
    await expect(admin.app.getByRole('heading', { name: 'Selling Plans' })).toBeVisible();
    await expect(admin.app.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
    await banner.getByRole('button', { name: 'Try again' }).click();
    await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
    await expect(banner).toBeHidden();
  });
}

const elsewhere: Failing = {
  what: 'an address where the API is not',
  answer: { status: 404, body: '<h1>Not Found</h1>' },
  message: errorTexts.serverError,
  tried: 1,
};

for (const { what, answer, message } of [refusal, elsewhere]) {
  test(`${what} leads to the error page, and on to the Contact page`, async ({
    admin,
    apiProxy,
    errors,
  }) => {
    errors.expect(/status of (4|5)\d\d/);
    apiProxy.override('GET', '/vendor', answer);
    await admin.open('/');
    await expect(admin.app.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
    await expect(admin.app.getByRole('alert')).toContainText('Something went wrong');
    await expect(admin.app.getByRole('alert')).toContainText(message);
    await expect(admin.app.getByText('If this error persist, contact support')).toBeVisible();
    await screenReady(admin);
    apiProxy.reset();
    await admin.app.getByRole('link', { name: 'Contact us' }).click();
    await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
    await expect.poll(() => admin.path()).toBe('/contact-us');
  });
}

test('a menu without a vendor is whole again after the next step', async ({
  admin,
  apiProxy,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 403/);
  apiProxy.override('GET', '/vendor', refusal.answer);
  await openScreen(admin, '/contact-us');
  const menu = page.getByRole('navigation');
  const items = menu.getByRole('link', { name: 'Selling Plans' });
  await expect(items).toHaveCount(0);
  await menu.getByRole('link', { name: 'Cadence' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
  await expect(admin.app.getByText(refusal.message)).toBeVisible();
  await inspect('error-page');
  apiProxy.reset();
  await menu.getByRole('link', { name: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
  await expect(items).toBeVisible();
});

test('a screen that breaks says so, and the admin goes on', async ({ admin, errors, page }) => {
  errors.expect(/./);
  await openScreen(admin, '/fixed-subscription');
  await page.route('**/contact-us?**', (route) =>
    route.fulfill({ json: {}, headers: { 'X-Remix-Response': 'yes' } }),
  );
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  await expect(admin.app.getByText('Contact support if the issue persists!')).toBeVisible();
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
});

const refused = [
  {
    what: "the server's message",
    answer: { status: 500, body: { message: 'The kettle is empty.' } },
    message: 'The kettle is empty.',
  },
  { what: 'nothing', answer: 'lose the answer', message: errorTexts.serverError },
] satisfies Array<{ what: string; answer: Override; message: string }>;

for (const { what, answer, message } of refused) {
  test(`a save that gets ${what} keeps the form`, async ({
    admin,
    apiProxy,
    errors,
    groupForm: form,
  }) => {
    errors.expect(/status of 50\d/);
    await form.name.fill('Slow brew');
    apiProxy.override('POST', list, answer, { times: 1 });
    await form.save.click();
    await expect(form.banner).toHaveText(message);
    await expect(form.name).toHaveValue('Slow brew');
    await form.save.click();
    await expect(form.dialog).toBeHidden();
    await expect(admin.app.getByRole('row', { name: 'Slow brew' })).toHaveCount(1);
    const sent = apiProxy.requests.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(2);
    expect(sent[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      authorization: expect.stringMatching(/^Bearer /),
    });
    expect(sent[0]?.headers['idempotency-key']).toBeDefined();
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
  });
}

test("the server's field errors reach their fields, and the others the form", async ({
  apiProxy,
  errors,
  groupForm: form,
}) => {
  errors.expect(/status of 422/);
  await form.fill({ name: 'Two faults', options: [{}, { every: '2', interval: 'Month' }] });
  apiProxy.override('POST', list, {
    status: 422,
    body: {
      message: 'Too long a name',
      fieldErrors: {
        name: ['Too long a name'],
        'recurringPolicies[1].intervalCount': ['Not every two months'],
        '': ['And no more today'],
      },
    },
  });
  await form.save.click();
  await expect(form.name).toHaveAccessibleDescription('Too long a name');
  await expect(form.option(2).every).toHaveAccessibleDescription('Not every two months');
  await expect(form.banner).toHaveText('And no more today');
});

const statuses = [
  { stepsCompleted: 3, heading: 'Get started', path: '/' },
  { stepsCompleted: 4, heading: 'Selling Plans', path: '/fixed-subscription' },
];

for (const { stepsCompleted, heading, path } of statuses) {
  test(`a vendor that is not active, with ${stepsCompleted} steps done, is led to ${heading}`, async ({
    admin,
    apiProxy,
  }) => {
    apiProxy.override('GET', '/proposed-vendor', {
      status: 200,
      body: { name: 'Sasha', email: 'sasha@first-crack.example', notes: '', stepsCompleted },
    });
    await openScreen(admin, '/', stores.fresh);
    await expect(admin.app.getByRole('heading', { name: heading })).toBeVisible();
    await expect.poll(() => admin.path()).toBe(path);
  });
}
