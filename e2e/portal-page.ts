import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { type Control, stores } from './control.ts';
import type { TestStack } from './stack.ts';

// Pages of the vendor portal, which opens in the browser's window outside the admin.

export const signedOut = 'You are signed out';

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** An unused link, made as the redirect page makes it. */
export async function magicLink(context: BrowserContext, control: Control, stack: TestStack) {
  const sessionToken = await control.sessionToken(stores.established);
  const answer = await context.request.post(`${stack.appUrl}/users?_data=routes%2F_admin.users`, {
    headers: { Authorization: `Bearer ${sessionToken}` },
  });
  return z.object({ url: z.url() }).parse(await answer.json()).url;
}
