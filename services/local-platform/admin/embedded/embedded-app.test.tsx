import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { fireEvent, render, screen } from '@testing-library/react';
import { it, onTestFinished, vi } from 'vitest';
import { createAdminHistory } from '../router/admin-history.ts';
import { Router } from '../router/router.tsx';
import { StoreContext } from '../shell/store-context.tsx';
import EmbeddedApp from './embedded-app.tsx';

it('says why the app could not be installed', async () => {
  const app = { name: 'Cadence', handle: 'cadence', apiKey: 'key', appUrl: 'https://app.example' };
  vi.stubGlobal('fetch', async (path: unknown) =>
    String(path).endsWith('/install')
      ? Response.json({ message: 'The app does not answer' }, { status: 502 })
      : Response.json({ ...app, installed: false }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  window.history.replaceState(null, '', '/store/roastery/apps/cadence');
  const store = { handle: 'roastery', name: 'Roastery', shop: 'roastery.myshopify.com' };
  render(
    <Router history={createAdminHistory(window)}>
      <AppProvider i18n={english}>
        <StoreContext.Provider value={{ store, setAppMenu: () => {} }}>
          <EmbeddedApp />
        </StoreContext.Provider>
      </AppProvider>
    </Router>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  await screen.findByText('The app does not answer');
});
