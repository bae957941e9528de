import { expect, type Locator } from '@playwright/test';
import type { Admin } from './admin.ts';
import { openScreen } from './open-screen.ts';
import { numberOf, type PlatformProfile } from './store-contents.ts';

export class ProfileForm {
  readonly dialog: Locator;
  readonly name: Locator;
  readonly save: Locator;

  constructor(admin: Admin) {
    this.dialog = admin.app.getByRole('dialog', { name: 'New delivery profile' });
    this.name = this.dialog.getByRole('textbox', { name: 'Name' });
    this.save = this.dialog.getByRole('button', { name: 'Save' });
  }
}

export async function addProfile(admin: Admin): Promise<ProfileForm> {
  await admin.app.getByRole('button', { name: 'Add', exact: true }).click();
  const form = new ProfileForm(admin);
  await expect(form.dialog).toBeVisible();
  return form;
}

export async function openProfileForm(admin: Admin): Promise<ProfileForm> {
  await openScreen(admin, '/shipping');
  return addProfile(admin);
}

export async function openProfile(
  admin: Admin,
  profile: Pick<PlatformProfile, 'id'>,
): Promise<void> {
  await openScreen(admin, `/shipping/${numberOf(profile.id)}`);
}

/** The modal that offers selling plan groups to a delivery profile. */
export class GroupChoice {
  readonly dialog: Locator;
  readonly search: Locator;
  readonly choices: Locator;
  readonly add: Locator;

  constructor(admin: Admin) {
    this.dialog = admin.app.getByRole('dialog', { name: 'Add selling plan group' });
    this.search = this.dialog.getByRole('searchbox');
    this.choices = this.dialog.getByRole('checkbox');
    this.add = this.dialog.getByRole('button', { name: 'Add', exact: true });
  }

  group(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name });
  }
}

/** Opens the choice of groups from a delivery profile's page; an empty profile has two buttons for it. */
export async function chooseGroups(admin: Admin): Promise<GroupChoice> {
  await admin.app.getByRole('button', { name: 'Add selling plan group' }).first().click();
  const choice = new GroupChoice(admin);
  await expect(choice.dialog).toBeVisible();
  return choice;
}
