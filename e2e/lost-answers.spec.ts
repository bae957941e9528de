import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import { errorTexts } from '#contract/errors.ts';
import type { Method, Override } from './api-proxy.ts';
import { expect, stores } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { Picker } from './picker.ts';
import { productNamed, RotationScreen } from './rotation-screen.ts';
import { countOperations, importableOf } from './store-contents.ts';

// The screens of subscriptions, beyond the specification, where a request of their own is refused, or is carried out but its answer lost.

// Between tests the platform forgets subscriptions, and gives their numbers again, while the app keeps what it has read of them.
const test = testWithOwnStack();
test.use({ stackKind: 'standalone' });

const store = stores.established;
const day = 86_400_000;

type Failing = { answer: Override; message: string };

// With a time to come again, it isn't tried again for seconds.
const notRead: Failing[] = [
  {
    answer: {
      ...{ status: 429, headers: { 'Retry-After': '1' } },
      body: { message: 'The roastery is full.' },
    },
    message: 'The roastery is full.',
  },
];
const notWritten: Failing[] = [
  {
    answer: { status: 500, body: { message: 'The kettle is empty.' } },
    message: 'The kettle is empty.',
  },
  { answer: 'lose the answer', message: errorTexts.serverError },
];

type Row = {
  what: string;
  /** Leads to what is pressed, and types. */
  open?: () => Promise<void>;
  press: Locator | (() => Promise<void>);
  /** What is pressed then; by default the same. */
  again?: Locator;
  request: [Method, string | RegExp];
  /** What was typed. */
  kept?: () => Promise<void>;
  /** Where a screen shows by itself that what got no answer was done, nothing is pressed again. */
  isShown?: boolean;
  done: () => Promise<void>;
};

const contractsSchema = z.object({
  subscriptionContracts: z.object({
    nodes: z.array(z.object({ id: z.string(), status: z.string() })),
  }),
});

test('what is refused is said and keeps what was typed, and what got no answer is done once', async ({
  admin,
  apiProxy,
  control,
  errors,
  page,
}) => {
  test.slow();
  errors.expect(/status of (409|422|429|50\d)/);
  const { app } = admin;
  const dialog = app.getByRole('dialog');
  const button = (name: string | RegExp) => app.getByRole('button', { name, exact: true });
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true });
  const shown = (text: string | RegExp) => () => expect(app.getByText(text).first()).toBeVisible();
  const toast = (text: string) => () => expect(page.getByText(text, { exact: true })).toBeVisible();
  const chosen = (label: string, option: string) => () =>
    expect(app.getByLabel(label).getByRole('option', { name: option, selected: true })).toHaveCount(
      1,
    );
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  const downloaded = async () => {
    await expect.poll(() => downloads).toBeGreaterThan(0);
    downloads = 0;
  };
  const contracts = async () =>
    (
      await control.graphql(
        store,
        contractsSchema,
        '{ subscriptionContracts(first: 50) { nodes { id status } } }',
      )
    ).subscriptionContracts.nodes;
  const statuses = async () => [...new Set((await contracts()).map(({ status }) => status))];

  await openScreen(admin);
  // Some of its orders fell due before billing starts, so the merchant decides about them.
  await control.act(store, 'subscription', { createdAt: new Date(Date.now() - 40 * day) });
  for (let count = 0; count < 5; count += 1) await control.act(store, 'subscription', {});
  const numbers = (await contracts()).map(({ id }) => id.split('/').at(-1) ?? '');
  const [, number = ''] = numbers;
  const { emails, variant } = await importableOf(control, store, 1);
  const list = app.getByRole('region', { name: 'subscriptions' });
  await expect(async () => {
    await openScreen(admin, '/customers');
    await expect(list.getByRole('row')).toHaveCount(7, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const change = `/subscription/contract/${number}`;
  const openContract = () => openScreen(admin, `/customers/${number}`);
  const pressAll = async (...names: (string | RegExp)[]) => {
    for (const name of names) await button(name).first().click();
  };
  const overtaken = async () => {
    await shown(/^No answer came, so this may have been done\./)();
    await confirm('Done').click();
  };

  const rotation = new RotationScreen(admin);
  const owner = await productNamed(control, 'Ethiopia Sidama');

  const rows: Row[] = [
    {
      what: 'Subscribers',
      press: async () => void (await app.getByLabel('Status').selectOption('Active')),
      again: button('Try again'),
      request: ['GET', '/subscription/contract'],
      kept: chosen('Status', 'Active'),
      done: () => expect(list.getByRole('row')).toHaveCount(7),
    },
    {
      what: 'Rename view',
      open: async () => {
        await pressAll('Save view');
        await dialog.getByLabel('Name').fill('Going on');
        await confirm('Save').click();
        await expect(dialog).toHaveCount(0);
        await pressAll('Rename view');
        await dialog.getByLabel('Name').fill('All who go on');
      },
      press: confirm('Save'),
      request: ['PATCH', /^\/subscription\/saved-view\//],
      kept: () => expect(dialog.getByLabel('Name')).toHaveValue('All who go on'),
      done: chosen('View', 'All who go on'),
    },
    {
      what: 'What is charged first',
      open: () => openScreen(admin, '/recurring-orders?view=orders'),
      press: button('Start billing'),
      again: confirm('Try again'),
      request: ['GET', '/recurring-orders/billing/first'],
      kept: shown('We couldn’t load what will be charged first'),
      done: shown(/^Charged right away: /),
    },
    {
      what: 'Start billing',
      press: confirm('Start billing'),
      request: ['POST', '/recurring-orders/billing/state'],
      isShown: true,
      done: () => expect(app.getByRole('heading', { name: 'Billing is on' })).toBeVisible(),
    },
    {
      what: 'Orders',
      press: async () => void (await app.getByLabel('Outcome').selectOption('Upcoming')),
      again: button('Try again'),
      request: ['GET', '/recurring-orders'],
      kept: chosen('Outcome', 'Upcoming'),
      done: () => expect(app.getByRole('cell', { name: 'Upcoming' }).first()).toBeVisible(),
    },
    {
      what: 'Download',
      press: button('Download'),
      request: ['GET', '/recurring-orders'],
      done: downloaded,
    },
    {
      what: 'Don’t skip',
      open: async () => {
        await openContract();
        await pressAll(/^Skip the order of/);
        await confirm('Skip order').click();
        await pressAll(/^Don’t skip the order of/);
      },
      press: confirm('Don’t skip'),
      request: ['POST', change],
      isShown: true,
      done: async () => {
        await overtaken();
        await expect(app.getByText('Skipped', { exact: true })).toHaveCount(0);
      },
    },
    {
      what: 'Move this order and all that follow',
      open: async () => {
        await pressAll(/^Move the order of/);
        await dialog.getByLabel('What moves').selectOption('This order and all that follow');
        const field = dialog.getByLabel('New day');
        await field.fill(addDays(await field.inputValue(), 2));
      },
      press: confirm('Move order'),
      request: ['POST', change],
      kept: chosen('What moves', 'This order and all that follow'),
      isShown: true,
      done: async () => {
        await overtaken();
        await expect(app.getByText(/, with all that follow,/)).toHaveCount(1);
      },
    },
    {
      what: 'Ask for payment method',
      open: () => pressAll('More actions', 'Ask for payment method'),
      press: confirm('Send mail'),
      request: ['POST', change],
      done: async () => {
        await toast('Your customer was mailed')();
        expect(await countOperations(control, store, 'SendMethodUpdate')).toBe(1);
      },
    },
    {
      what: 'Remove',
      open: async () => {
        await pressAll('More actions', 'Add a product once');
        await confirm('Choose product').click();
        const picker = new Picker(page);
        await picker.products.getByRole('checkbox').nth(2).check();
        await picker.add.click();
        await confirm('Add product').click();
        await pressAll(/^Remove 1 × .* from the next order$/);
      },
      press: confirm('Remove'),
      request: ['POST', change],
      isShown: true,
      done: shown('It isn’t part of the next order anymore.'),
    },
    {
      what: 'Decide',
      open: async () => {
        await expect(async () => {
          await openScreen(admin, '/recurring-orders?view=orders&outcome=to+decide');
          await button(/^Decide about/)
            .first()
            .click({ timeout: 5_000 });
        }).toPass();
        await dialog.getByText('Leave it', { exact: true }).click();
      },
      press: confirm('Leave it'),
      request: ['POST', '/recurring-orders/decision'],
      kept: () => expect(dialog.getByRole('radio', { name: 'Leave it' })).toBeChecked(),
      done: toast('1 order left uncharged'),
    },
    {
      what: 'Stop billing',
      open: () => pressAll('Stop billing'),
      press: confirm('Stop billing'),
      request: ['POST', '/recurring-orders/billing/state'],
      isShown: true,
      done: shown(/^Billing has been stopped since/),
    },
    {
      what: 'Roasting loss',
      open: async () => {
        await openScreen(admin, '/roast-plan');
        await app.getByLabel('Roasting loss').fill('20');
      },
      press: button('Save'),
      request: ['PATCH', '/roast-plan'],
      isShown: true,
      kept: () => expect(app.getByLabel('Roasting loss')).toHaveValue('20'),
      done: shown(/ kg green/),
    },
    {
      what: 'We roast this',
      press: button('We roast this'),
      request: ['POST', '/roast-plan/day'],
      isShown: true,
      done: shown(/^You said on .* that you roast this\.$/),
    },
    {
      what: 'Take back a day',
      press: button('Take back'),
      request: ['POST', '/roast-plan/day'],
      isShown: true,
      done: () => expect(button('We roast this')).toBeVisible(),
    },
    {
      what: 'Export',
      press: button('Export the plan as a CSV file'),
      request: ['GET', '/roast-plan'],
      done: downloaded,
    },
    {
      what: 'Roast plan',
      press: app.getByRole('link', { name: 'Day after' }),
      again: button('Try again'),
      request: ['GET', '/roast-plan'],
      done: () => expect(app.getByRole('link', { name: 'Day before' })).toBeVisible(),
    },
    {
      what: 'Preview a change of many',
      open: async () => {
        await openScreen(admin, `/customers/changes/new?contracts=${numbers.join(',')}`);
        await app.getByLabel('What should happen?').selectOption('Pause');
      },
      press: button('Preview'),
      request: ['POST', '/subscription/bulk-change'],
      kept: chosen('What should happen?', 'Pause'),
      done: shown(/^Nothing is changed yet\. This will change 6/),
    },
    {
      what: 'Begin a change of many',
      open: () =>
        control.addFault({
          ...{ kind: 'delay', operation: 'PauseContract', times: 6, delayMilliseconds: 4_000 },
        }),
      press: button('Pause: 6 subscriptions'),
      request: ['POST', /^\/subscription\/bulk-change\//],
      isShown: true,
      done: shown(/ of 6 subscriptions$/),
    },
    {
      what: 'Stop',
      press: button('Stop'),
      request: ['POST', /^\/subscription\/bulk-change\//],
      isShown: true,
      done: shown(/^Stopped with \d subscriptions? left/),
    },
    {
      what: 'Go on',
      open: () => control.clearFaults(),
      press: button('Go on'),
      request: ['POST', /^\/subscription\/bulk-change\//],
      isShown: true,
      done: async () => {
        await expect(app.getByText('6 done, 0 refused, 0 left out')).toBeVisible();
        await shown(/^Done on/)();
        expect(await statuses()).toEqual(['PAUSED']);
      },
    },
    {
      what: 'Download report',
      press: button('Download report'),
      request: ['GET', /^\/subscription\/bulk-change\/.+\/row$/],
      done: downloaded,
    },
    {
      what: 'Take back',
      press: button('Take back 6'),
      request: ['POST', '/subscription/bulk-change'],
      done: () => expect(app.getByRole('heading', { name: 'Take back: Pause' })).toBeVisible(),
    },
    {
      what: 'Check file',
      open: async () => {
        await openScreen(admin, '/customers/import');
        const download = page.waitForEvent('download');
        await pressAll('Download template');
        const chunks: Buffer[] = [];
        for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
        const [headings = ''] = Buffer.concat(chunks).toString().split('\r\n');
        const next = new Date(Date.now() + 10 * day).toISOString().slice(0, 10);
        const line = `S-1,${emails[0]},${variant},1,18.50,4.90,month,1,${next},,Ada,Lovelace,,1 Main Street,,San Francisco,CA,94107,US,`;
        await app.locator('input[type=file]').setInputFiles({
          ...{ name: 'former.csv', mimeType: 'text/csv' },
          buffer: Buffer.from(`${headings}\r\n${line}`),
        });
      },
      press: button('Check file'),
      request: ['POST', '/subscription/import'],
      kept: shown('former.csv'),
      done: shown('Nothing is imported yet. This will make 1 subscription.'),
    },
    {
      what: 'Import',
      press: button('Import: 1 subscription'),
      request: ['POST', /^\/subscription\/bulk-change\//],
      isShown: true,
      done: async () => {
        await shown('1 done, 0 refused, 0 left out')();
        expect(await contracts()).toHaveLength(7);
      },
    },
    {
      what: 'Time before the charge',
      open: async () => {
        await openScreen(admin, '/integrations');
        await pressAll('Change the hours');
        await dialog.getByLabel('Hours').fill('24');
      },
      press: confirm('Save'),
      request: ['PATCH', '/vendor/scale'],
      kept: () => expect(dialog.getByLabel('Hours')).toHaveValue('24'),
      done: toast('Hours saved'),
    },
    {
      what: 'Make token',
      open: async () => {
        await pressAll('Add scale');
        await dialog.getByLabel('Name').fill('Kitchen scale');
      },
      press: confirm('Make token'),
      request: ['POST', '/vendor/scale'],
      kept: () => expect(dialog.getByLabel('Name')).toHaveValue('Kitchen scale'),
      // Nobody has seen its token, which isn't shown again.
      done: shown('You have a scale with this name already'),
    },
    {
      what: 'Rotation',
      open: async () => {
        await rotation.open(owner.number);
        await rotation.add('Colombia Huila', 'Kenya Nyeri AA');
      },
      press: rotation.save,
      request: ['PATCH', `/products/shopify/${owner.number}/rotation`],
      kept: () => rotation.expectOrder('Colombia Huila', 'Kenya Nyeri AA'),
      done: () => rotation.expectSaved(),
    },
  ];
  for (const { what, open, press, again = press, request, kept, isShown, done } of rows) {
    await test.step(what, async () => {
      const [method, path] = request;
      const pressOn = (target: Row['press']) =>
        typeof target === 'function' ? target() : target.click();
      await open?.();
      let next = press;
      for (const { answer, message } of method === 'GET' ? notRead : notWritten) {
        apiProxy.override(method, path, answer, { times: 1 });
        await pressOn(next);
        next = again;
        if (isShown && answer === 'lose the answer') continue;
        await expect(app.getByText(message)).toBeVisible();
        await kept?.();
      }
      if (!isShown) await pressOn(next);
      await done();
    });
  }
});
