import { expect, type Locator } from '@playwright/test';
import type { Admin } from './admin.ts';
import { type StoreHandle, stores } from './control.ts';
import { openScreen } from './open-screen.ts';
import { numberOf, type PlatformGroup } from './store-contents.ts';

type Interval = 'Day' | 'Week' | 'Month' | 'Year';

/** A merchant's entries for one option; missing fields keep the form's own values. */
export type OptionEntry = {
  every?: string;
  interval?: Interval;
  percentage?: string;
};

export type GroupEntry = {
  name: string;
  position?: string;
  usageBased?: { planName: string };
  firstOrderDiscount?: string;
  firstOrderDiscountCycles?: string;
  recurringDiscount?: string;
  options?: OptionEntry[];
};

const discounts = ['firstOrderDiscount', 'firstOrderDiscountCycles', 'recurringDiscount'] as const;

export class GroupForm {
  readonly dialog: Locator;
  readonly name: Locator;
  readonly position: Locator;
  readonly usageBased: Locator;
  readonly planName: Locator;
  readonly firstOrderDiscount: Locator;
  readonly firstOrderDiscountCycles: Locator;
  readonly recurringDiscount: Locator;
  readonly addOption: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  readonly banner: Locator;

  constructor(admin: Admin, title = 'New selling plan group') {
    this.dialog = admin.app.getByRole('dialog', { name: title });
    const field = (name: string) => this.dialog.getByRole('textbox', { name, exact: true });
    this.name = field('Name');
    this.position = field('Position');
    this.usageBased = this.dialog.getByRole('checkbox', { name: 'Usage-based' });
    this.planName = field('Usage-based plan name');
    this.firstOrderDiscount = field('First order discount %');
    this.firstOrderDiscountCycles = field('First order discount cycles');
    this.recurringDiscount = field('Recurring discount %');
    this.addOption = this.dialog.getByRole('button', { name: 'Add option' });
    this.save = this.dialog.getByRole('button', { name: 'Save' });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel' });
    this.banner = this.dialog.getByRole('alert').first();
  }

  /** The fields of an option; counts from 1. */
  option(position: number) {
    const section = this.dialog.getByRole('region', { name: `Option ${position}`, exact: true });
    return {
      section,
      every: section.getByRole('textbox', { name: 'Every' }),
      interval: section.getByRole('combobox', { name: 'Interval' }),
      discountType: section.getByRole('combobox', { name: 'Discount type' }),
      discount: section.getByRole('textbox', { name: 'Discount %' }),
      remove: section.getByRole('button', { name: `Remove option ${position}` }),
    };
  }

  async fill(group: GroupEntry): Promise<void> {
    await this.name.fill(group.name);
    if (group.position !== undefined) await this.position.fill(group.position);
    if (group.usageBased) {
      await this.usageBased.check();
      await this.planName.fill(group.usageBased.planName);
    }
    for (const discount of discounts) {
      const value = group[discount];
      if (value !== undefined) await this[discount].fill(value);
    }
    for (const [index, entry] of (group.options ?? []).entries()) {
      if (index > 0) await this.addOption.click();
      await this.fillOption(index + 1, entry);
    }
  }

  async fillOption(position: number, entry: OptionEntry): Promise<void> {
    const option = this.option(position);
    if (entry.every !== undefined) await option.every.fill(entry.every);
    if (entry.interval) await option.interval.selectOption(entry.interval);
    if (entry.percentage !== undefined) {
      if (await option.discountType.isEnabled()) {
        await option.discountType.selectOption('Percentage');
      }
      await option.discount.fill(entry.percentage);
    }
  }

  /** Saves and waits for the answer, because an earlier save may have left the same text on screen. */
  async saveAndWait(): Promise<void> {
    const answered = this.save
      .page()
      .waitForResponse(
        (response) =>
          response.request().method() === 'POST' &&
          new URL(response.url()).pathname.startsWith('/fixed-subscription'),
      );
    await this.save.click();
    await answered;
    await expect(this.save).toBeEnabled();
  }

  async expectFilled(group: GroupEntry): Promise<void> {
    await expect(this.name).toHaveValue(group.name);
    if (group.position !== undefined) await expect(this.position).toHaveValue(group.position);
    for (const discount of discounts) {
      const value = group[discount];
      if (value !== undefined) await expect(this[discount]).toHaveValue(value);
    }
    for (const [index, entry] of (group.options ?? []).entries()) {
      const option = this.option(index + 1);
      if (entry.every !== undefined) await expect(option.every).toHaveValue(entry.every);
      if (entry.interval) {
        await expect(option.interval).toHaveValue(entry.interval.toUpperCase());
      }
      if (entry.percentage !== undefined) {
        await expect(option.discount).toHaveValue(entry.percentage);
      }
    }
  }
}

export async function openGroupForm(
  admin: Admin,
  store: StoreHandle = stores.established,
): Promise<GroupForm> {
  await openScreen(admin, '/fixed-subscription', store);
  return addGroup(admin);
}

/** Opens the form for a new group from Selling Plans. */
export async function addGroup(admin: Admin): Promise<GroupForm> {
  await admin.app.getByRole('button', { name: 'Add', exact: true }).click();
  const form = new GroupForm(admin);
  await expect(form.dialog).toBeVisible();
  return form;
}

export async function openGroupEditor(
  admin: Admin,
  group: Pick<PlatformGroup, 'id'>,
): Promise<GroupForm> {
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await admin.app.getByRole('button', { name: 'Edit' }).click();
  const form = new GroupForm(admin, 'Edit selling plan group');
  await expect(form.dialog).toBeVisible();
  return form;
}
