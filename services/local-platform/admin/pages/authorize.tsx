import { BlockStack, Button, ButtonGroup, Page } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Section, Table } from '../display/section.tsx';
import { graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { reasonOf } from '../internal-api/request.ts';
import { grantScopes, loadInstalledApp, type Store } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { appPath } from '../router/addresses.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';
import { ErrorBanner, LoadError, PageError, PageLoading } from '../shell/page-states.tsx';
import { afterGrant, scopesIn, scopeWords } from './authorization.ts';

const grantedDocument = graphqlDocument(
  'query GrantedScopes { currentAppInstallation { accessScopes { handle } } }',
  z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
);

/** Asks the merchant to grant the scopes that the app requests, then returns to the app. */
export default function AuthorizePage({ store }: { store: Store }) {
  const history = useAdminHistory();
  const { search } = useAddress();
  const parameters = new URLSearchParams(search);
  const scopes = scopesIn(parameters);
  const { handle } = store;
  const [granting, setGranting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useLoaded(`authorize ${handle}`, async (signal) => ({
    app: await loadInstalledApp(handle, signal),
    granted: (
      await runGraphql(handle, grantedDocument, {}, signal)
    ).currentAppInstallation.accessScopes.map((scope) => scope.handle),
  }));

  useEffect(() => {
    document.title = `${store.name} · Update app`;
  }, [store.name]);

  if (asked.error !== null) {
    const title = 'The app’s request couldn’t be loaded';
    return <LoadError of={asked} heading="Update app" title={title} />;
  }
  if (asked.data === null) return <PageLoading title="Update app" />;

  const { app, granted } = asked.data;
  const clientId = parameters.get('client_id');
  if (clientId !== null && clientId !== app.apiKey) {
    return (
      <PageError
        heading="Update app"
        title="No such app"
        message={`No app of this store has the API key ${clientId}.`}
      />
    );
  }
  const back = afterGrant(parameters, {
    appOrigin: new URL(app.appUrl).origin,
    adminOrigin: window.location.origin,
    adminHost: window.location.host,
    store: handle,
    shop: store.shop,
    appInAdmin: appPath(handle, app.handle, '/'),
  });

  const grant = async () => {
    setGranting(true);
    setFailure(null);
    try {
      if (scopes.length > 0) await grantScopes(handle, scopes.join(','));
    } catch (thrown) {
      setFailure(reasonOf(thrown));
      setGranting(false);
      return;
    }
    if (back.startsWith('/')) history.push(back);
    else window.location.assign(back);
  };

  return (
    <Page narrowWidth title={`Update ${app.name}`} subtitle={store.shop}>
      <BlockStack gap="400">
        {failure !== null && (
          <ErrorBanner title="The access couldn’t be granted" message={failure} />
        )}
        {scopes.length > 0 && (
          <Table
            headings={['Access', 'Until now']}
            rows={scopes.map((scope) => [
              `${scopeWords(scope)} (${scope})`,
              granted.includes(scope) ? 'Granted' : 'New',
            ])}
          />
        )}
        <Section
          title={
            scopes.length === 0
              ? `${app.name} asks for no more access`
              : `${app.name} asks for access to your store`
          }
        >
          <ButtonGroup>
            <Button url={appPath(handle, app.handle, '/')} disabled={granting}>
              Cancel
            </Button>
            <Button variant="primary" loading={granting} onClick={grant}>
              Grant
            </Button>
          </ButtonGroup>
        </Section>
      </BlockStack>
    </Page>
  );
}
