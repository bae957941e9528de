import { errorTexts } from '#contract/errors.ts';
import { expect, stores, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { storedGroups } from './stored-groups.ts';

// Specification §2 and §4, "Get started".

const lock = 'Please complete previous steps to unlock this step.';
const steps = [
  '1. Tell us about your business',
  '2. Create a selling plan',
  '3. Attach plan to products',
  '4. Install Widget',
];

test.afterEach(({ context, control }) => control.eraseStore(stores.fresh, context));

test('a merchant gets started, step by step', async ({ admin, control, errors, page, inspect }) => {
  await test.step('a new store begins with four steps, three of them locked', async () => {
    await openScreen(admin, '/', stores.fresh);
    await expect(admin.app.getByRole('heading', { name: 'Get started' })).toBeVisible();
    await expect(admin.app.getByRole('heading', { level: 2 })).toHaveText(steps);
    await expect(admin.app.getByText('0 of 4 steps completed')).toBeVisible();
    await expect(admin.app.getByText(lock)).toHaveCount(3);
    await expect(admin.app.getByText('Completed', { exact: true })).toHaveCount(0);
    await expect(admin.app.getByRole('button', { name: 'Create simple plan' })).toBeHidden();
    await inspect('get-started');
  });
  await test.step('onboarding can be dismissed and brought back', async () => {
    await admin.app.getByRole('button', { name: 'Dismiss' }).click();
    const home = admin.app.getByRole('heading', { name: 'Cadence' });
    await expect(home).toBeVisible();
    await page.reload();
    await screenReady(admin);
    await expect(home).toBeVisible();
    await expect(admin.app.getByText('0 of 4 steps completed')).toBeVisible();
    await inspect('get-started-dismissed');
    await admin.app.getByRole('button', { name: 'Continue' }).click();
    await expect(admin.app.getByRole('heading', { level: 2 })).toHaveText(steps);
  });
  await test.step('the first step asks who the merchant is', async () => {
    await admin.app.getByRole('button', { name: 'Apply' }).click();
    const dialog = admin.app.getByRole('dialog', { name: 'Tell us about you' });
    const name = dialog.getByRole('textbox', { name: 'Full name' });
    const email = dialog.getByRole('textbox', { name: 'Email' });
    const notes = dialog.getByRole('textbox', {
      name: 'Anything else that you would like to tell us!',
    });
    const submit = dialog.getByRole('button', { name: 'Submit', exact: true });
    await expect(notes).toHaveAttribute('rows', '4');

    await submit.click();
    await expect(name).toHaveAccessibleDescription('Please enter your full name');
    await expect(email).toHaveAccessibleDescription('Please enter your email');
    await expect(name).toBeFocused();
    await name.fill('  ');
    await expect(name).toHaveAccessibleDescription('Please enter your full name');
    await name.fill('Sasha Lindgren');
    await expect(name).toHaveAccessibleDescription('');
    // The form doesn't check the format of an email.
    await email.fill('sasha at first crack');
    await expect(email).toHaveAccessibleDescription('');
    await notes.fill('We roast\non Tuesdays.');
    await inspect('get-started-apply');

    errors.expect(/net::ERR_FAILED/);
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.abort();
    });
    await submit.click();
    await expect(dialog.getByRole('alert')).toHaveText(errorTexts.somethingWentWrong);
    await expect(notes).toHaveValue('We roast\non Tuesdays.');
    await page.unrouteAll();

    const send = await holdRequests(page, 'POST', '/');
    await submit.click();
    await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    send();
    await expect(dialog).toBeHidden();
    await expect(admin.app.getByText('1 of 4 steps completed')).toBeVisible();
    await expect(admin.app.getByText('Completed', { exact: true })).toHaveCount(1);
    await expect(admin.app.getByText(lock)).toHaveCount(2);

    await page.reload();
    await expect(admin.app.getByText('1 of 4 steps completed')).toBeVisible();
  });
  await test.step('the second step makes the simple plan', async () => {
    errors.expect(/status of 502/);
    await screenReady(admin);
    await control.addFault({ kind: 'status', status: 500, operation: 'sellingPlanGroupCreate' });
    const simple = admin.app.getByRole('button', { name: 'Create simple plan' });
    await expect(
      admin.app.getByRole('button', { name: 'Create your own selling plan' }),
    ).toBeVisible();
    await simple.click();
    await expect(admin.app.getByRole('alert')).toHaveText(errorTexts.serverError);
    await simple.click();
    await expect(admin.app.getByRole('heading', { name: 'Success' })).toBeVisible();
    await expect(admin.app.getByText('2 of 4 steps completed')).toBeVisible();
    await expect(admin.app.getByText('Completed', { exact: true })).toHaveCount(2);
    await expect(admin.app.getByText(lock)).toHaveCount(1);

    const name = 'Cadence Simple Subscription';
    expect(await storedGroups(control, stores.fresh, name)).toHaveLength(1);
    await page.reload();
    await screenReady(admin);
    await expect(admin.app.getByText('2 of 4 steps completed')).toBeVisible();
    await admin.app.getByRole('link', { name: 'Manage products' }).click();
    const row = admin.app.getByRole('row', { name });
    await expect(row.getByRole('listitem')).toHaveText(['Every week']);
    await expect.poll(() => admin.path()).toBe('/fixed-subscription');
  });
});
