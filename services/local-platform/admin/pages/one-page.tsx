import { BlockStack, Layout, Page } from '@shopify/polaris';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { globalIdOf, graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { doWithStore } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { appPath } from '../router/addresses.ts';
import { useAdminHistory } from '../router/router.tsx';
import { ErrorBanner, NotFoundPage, PageError, PageLoading } from '../shell/page-states.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { appHandle } from './app-links.ts';

type Options<One> = {
  /** The platform's name of the type, for the global id, and of the field that finds one. */
  type: string;
  root: string;
  thing: string;
  back: { content: string; path: string };
  fields: string;
  one: z.ZodType<One>;
  title: (one: One) => string;
  subtitle?: (one: One) => string;
  badge?: (one: One) => ReactNode;
  /** A screen of the app about this thing, by its number. */
  send?: { content: string; screen: (number: string) => string };
  /** What the merchant has the platform do with it, by its number; the list is shown afterwards. */
  remove?: { content: string; action: (number: number) => [name: string, body: object] };
  /** Where customers see it; null where they can't. */
  inShop?: (one: One, store: { handle: string }) => string | null;
  body: (one: One) => ReactNode;
  aside?: (one: One) => ReactNode;
};

/** A page about one thing of the store: loads it by its number and says so where that can't be done. */
export function onePage<One>(options: Options<One>): (id: string) => ReactNode {
  const operation = documentOf(options);
  return (id) => <OnePage id={id} options={options} operation={operation} />;
}

function documentOf<One>({ type, root, fields, one }: Options<One>) {
  return graphqlDocument(
    `query Admin${type}($id: ID!) { one: ${root}(id: $id) { ${fields} } }`,
    z.object({ one: one.nullable() }),
  );
}

type Props<One> = {
  id: string;
  options: Options<One>;
  operation: ReturnType<typeof documentOf<One>>;
};

function OnePage<One>({ id, options, operation }: Props<One>) {
  const { type, thing, send, remove: removal } = options;
  const { handle } = useStore();
  const path = useStorePath();
  const history = useAdminHistory();
  const { data, error, reload } = useLoaded(
    `${type} ${id}`,
    (signal) => runGraphql(handle, operation, { id: globalIdOf(type, id) }, signal),
    { forgetOnChange: true },
  );
  const [failure, setFailure] = useState<string | null>(null);
  const found = data?.one ?? null;
  const title = found === null ? thing : options.title(found);
  const back = { content: options.back.content, url: path(options.back.path) };
  useTitle(title);

  if (error !== null) {
    return (
      <PageError
        heading={thing}
        title={`The ${thing.toLowerCase()} couldn’t be loaded`}
        message={error}
        onRetry={reload}
      />
    );
  }
  if (data === null) return <PageLoading title={thing} />;
  if (found === null) return <NotFoundPage thing={thing} back={back} />;
  const inShop = options.inShop?.(found, { handle }) ?? null;
  const remove = (action: [name: string, body: object]) => {
    setFailure(null);
    doWithStore(handle, ...action).then(
      () => history.push(back.url),
      (thrown: unknown) => setFailure(thrown instanceof Error ? thrown.message : String(thrown)),
    );
  };
  const openApp = () => history.push(appPath(handle, appHandle, send?.screen(id) ?? '/'));
  return (
    <Page
      title={title}
      subtitle={options.subtitle?.(found) ?? ''}
      titleMetadata={options.badge?.(found)}
      backAction={back}
      secondaryActions={[
        ...(inShop === null
          ? []
          : [{ content: 'View in your online store', url: inShop, external: true }]),
        ...(send ? [{ content: send.content, onAction: openApp }] : []),
        ...(removal === undefined
          ? []
          : [
              {
                content: removal.content,
                destructive: true,
                onAction: () => remove(removal.action(Number(id))),
              },
            ]),
      ]}
    >
      {failure !== null && (
        <ErrorBanner title="That didn’t work" message={failure} onRetry={reload} />
      )}
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">{options.body(found)}</BlockStack>
        </Layout.Section>
        {options.aside && (
          <Layout.Section variant="oneThird">
            <BlockStack gap="400">{options.aside(found)}</BlockStack>
          </Layout.Section>
        )}
      </Layout>
    </Page>
  );
}
