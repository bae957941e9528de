import { errorTexts } from '#contract/errors.ts';
import type { Admin } from './admin.ts';
import type { Control } from './control.ts';
import { expect, stores, test } from './fixtures.ts';
import type { GroupEntry, GroupForm, OptionEntry } from './group-form.ts';
import { storedGroups } from './stored-groups.ts';

// If a group can't be saved, the merchant learns why and keeps the text, and saving again makes only one group.

const everyTwoWeeks: OptionEntry = { every: '2', interval: 'Week' };
const monthly: OptionEntry = { every: '1', interval: 'Month', percentage: '10' };
const group: GroupEntry = {
  name: 'Second try',
  position: '3',
  firstOrderDiscount: '25',
  firstOrderDiscountCycles: '2',
  recurringDiscount: '5',
  options: [everyTwoWeeks, monthly],
};

const create = 'sellingPlanGroupCreate';

const refusals = [
  {
    about: 'an option’s discount',
    field: [
      'input',
      'sellingPlansToCreate',
      '1',
      'pricingPolicies',
      '1',
      'recurring',
      'adjustmentValue',
    ],
    at: 'Discount %',
  },
  { about: 'the name', field: ['input', 'name'], at: 'Name' },
  { about: 'the position', field: ['input', 'position'], at: 'Position' },
  { about: 'a field that the form does not have', field: ['input', 'merchantCode'], at: undefined },
  { about: 'nothing in particular', field: null, at: undefined },
];

test.describe('a refusal of the platform', () => {
  test.beforeEach(({ errors }) => {
    errors.expect(/status of 422/);
  });

  test('about one field is told at that field', async ({ admin, control, groupForm: form }) => {
    const tooLong: GroupEntry = {
      ...group,
      options: [everyTwoWeeks, { every: '11', interval: 'Year', percentage: '10' }],
    };
    await form.fill(tooLong);
    await form.save.click();
    await expect(form.banner).toHaveText('Interval is too large');
    const { every } = form.option(2);
    await expect(every).toHaveAccessibleDescription('Interval is too large');
    await expect(every).toBeFocused();
    await expect(form.option(1).every).not.toHaveAttribute('aria-invalid', 'true');
    await form.expectFilled(tooLong);

    await every.fill('10');
    await expect(every).toHaveAccessibleDescription('');
    await form.save.click();
    await expectOneGroup({ admin, control, form });
    await expect(admin.app.getByRole('row', { name: group.name })).toContainText('Every 10 years');
  });

  test('is told at its field, or above the form', async ({ admin, control, groupForm: form }) => {
    await form.fill(group);
    for (const { about, field, at } of refusals) {
      await test.step(`about ${about}`, async () => {
        const message = `The platform has its reasons about ${about}`;
        await control.addFault({
          kind: 'userErrors',
          operation: create,
          userErrors: [{ field, message, code: 'INVALID' }],
        });
        await form.save.click();
        await expect(form.banner).toHaveText(message);
        if (at !== undefined) {
          const textbox = form.dialog.getByRole('textbox', { name: at, exact: true });
          await expect(textbox).toHaveAccessibleDescription(new RegExp(message));
          await expect(textbox).toBeFocused();
        }
        await form.expectFilled(group);
      });
    }
    await form.save.click();
    await expectOneGroup({ admin, control, form });
  });
});

const outages = [
  { what: 'a 500 before anything was done', fault: { kind: 'status', status: 500 } },
  { what: 'nonsense', fault: { kind: 'garbage' } },
] as const;

test('nothing typed is lost where the platform fails, and one group is made', async ({
  admin,
  control,
  errors,
  groupForm: form,
}) => {
  errors.expect(/status of 502/);
  await form.fill(group);
  for (const { what, fault } of outages) {
    await test.step(what, async () => {
      await control.addFault({ ...fault, operation: create });
      await form.saveAndWait();
      await expect(form.banner).toHaveText(errorTexts.serverError);
      await form.expectFilled(group);
    });
  }
  await form.save.click();
  await expectOneGroup({ admin, control, form });
});

test('a group whose answer is lost on the way from the platform is found, and told of as made', async ({
  admin,
  control,
  groupForm: form,
}) => {
  await form.fill(group);
  await control.addFault({ kind: 'disconnect', afterExecution: true, operation: create });
  await form.save.click();
  await expectOneGroup({ admin, control, form });
});

test('a save that gets no answer keeps the form, whether it arrived or not, and saving again makes one group', async ({
  admin,
  control,
  errors,
  groupForm: form,
  page,
}) => {
  errors.expect(/net::ERR_FAILED/);
  await form.fill(group);
  for (const arrives of [false, true]) {
    await page.route('**/fixed-subscription?**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      if (arrives) await route.fetch();
      await route.abort();
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await form.save.click();
    await failed;
    await expect(form.save).toBeEnabled();
    await expect(form.banner).toHaveText(errorTexts.somethingWentWrong);
    await form.expectFilled(group);
    await page.unrouteAll();
  }
  await form.save.click();
  await expectOneGroup({ admin, control, form });
});

test('pressing Save twice makes one group', async ({ admin, control, groupForm: form }) => {
  await form.fill(group);
  await form.save.dblclick();
  await expectOneGroup({ admin, control, form });
});

type Saved = { admin: Admin; control: Control; form: GroupForm };

/** Expects the form to close, and exactly one group of that name on the screen and the platform. */
async function expectOneGroup({ admin, control, form }: Saved): Promise<void> {
  await expect(form.dialog).toBeHidden();
  await expect(admin.app.getByRole('row', { name: group.name })).toHaveCount(1);
  expect(await storedGroups(control, stores.established, group.name)).toHaveLength(1);
}
