import type { Locator, Page } from '@playwright/test';
import { apiPrefix } from '#contract/endpoints.ts';
import type { Admin } from './admin.ts';
import type { ApiProxy } from './api-proxy.ts';
import { type Control, stores } from './control.ts';
import { openScreen } from './open-screen.ts';

export class SettingsScreen {
  readonly page: Page;
  readonly app: Admin['app'];
  readonly heading: Locator;
  readonly email: Locator;
  readonly days: Locator;
  readonly color: Locator;
  /** The admin's save bar for unsaved changes. */
  readonly bar: Locator;
  readonly save: Locator;

  constructor({ app, page }: Admin) {
    this.page = page;
    this.app = app;
    this.heading = app.getByRole('heading', { name: 'Settings', exact: true });
    this.email = app.getByRole('textbox', { name: 'Reply-to email' });
    this.days = app.getByRole('textbox', { name: 'Days before reminder' });
    this.color = app.getByRole('textbox', { name: 'Button color' });
    this.bar = page.getByRole('region', { name: 'Unsaved changes' });
    this.save = this.bar.getByRole('button', { name: 'Save' });
  }

  /** A feature's button, whichever verb it shows. */
  featureButton(name: string): Locator {
    return this.app.getByRole('button', { name: new RegExp(`^[^:]+: ${name}$`) });
  }
}

export async function openSettings(admin: Admin): Promise<SettingsScreen> {
  await openScreen(admin, '/settings');
  return new SettingsScreen(admin);
}

/** Resets the established store's settings to the specification's defaults, one request each. */
export async function resetSettings(control: Control, apiProxy: ApiProxy): Promise<void> {
  const token = await control.sessionToken(stores.established);
  for (const body of [
    { isVendorSyncDisabled: false },
    { isAccountPageEnabled: false },
    { replyToEmail: null, useNoReply: false },
    { daysBeforeReminder: 3 },
    { buttonColor: '#0632c2' },
  ]) {
    const answer = await fetch(`${apiProxy.url}${apiPrefix}/vendor/settings`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The settings were not reset: ${await answer.text()}`);
  }
  apiProxy.reset();
}

export function savedBodies(apiProxy: ApiProxy): unknown[] {
  return apiProxy.requests
    .filter(({ method, path }) => method === 'PATCH' && path === '/vendor/settings')
    .map(({ body }) => JSON.parse(body));
}
