import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StoreContext } from '../shell/store-context.tsx';
import MailboxPage from './mailbox.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const mail = (subject: string) => ({
  ...{ id: subject, subject, receivedAt: '2026-11-20T10:00:00Z', from: 'cadence@example.com' },
  ...{ replyTo: null, to: ['ada@example.com'], text: `About ${subject}`, html: '<p>Hello</p>' },
});

it('shows an email right below its row, however many there are', async () => {
  const mails = [mail('First'), mail('Second'), mail('Third')];
  vi.stubGlobal('fetch', async () => Response.json({ mails }));
  const store = { handle: 'roastery', name: 'Roastery', shop: 'roastery.myshopify.com' };
  render(
    <AppProvider i18n={english}>
      <StoreContext.Provider value={{ store, setAppMenu: () => {} }}>
        <MailboxPage />
      </StoreContext.Provider>
    </AppProvider>,
  );
  for (const opened of ['First', 'Second']) {
    fireEvent.click(await screen.findByRole('button', { name: `Open ${opened}` }));
    const parts = [...document.querySelectorAll('button[aria-label^="Open "], iframe')];
    const place = parts.findIndex(({ tagName }) => tagName === 'IFRAME');
    expect(parts[place - 1]?.getAttribute('aria-label')).toBe(`Open ${opened}`);
    screen.getByText(`About ${opened}`);
  }
});
