import { BlockStack, Layout, Page } from '@shopify/polaris';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { globalIdOf, graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { reasonOf } from '../internal-api/request.ts';
import { doWithStore } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { appPath } from '../router/addresses.ts';
import { useAdminHistory } from '../router/router.tsx';
import { ErrorBanner, LoadError, NotFoundPage, PageLoading } from '../shell/page-states.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { appHandle } from './app-links.ts';

type Options<One> = {
  /** The GraphQL type, for the global id; `root` is the query's root field. */
  type: string;
  root: string;
  thing: string;
  back: { content: string; path: string };
  fields: string;
  one: z.ZodType<One>;
  title: (one: One) => string;
  subtitle?: (one: One) => string;
  badge?: (one: One) => ReactNode;
  /** Links to the app's screens about this thing, by its number. */
  send?: ReadonlyArray<{ content: string; screen: (number: string) => string }>;
  /** Control actions that change it, by its number; then it is loaded again. */
  changes?: ReadonlyArray<{
    content: string;
    action: (number: number) => [name: string, body: object];
  }>;
  /** A control action that deletes it, by its number; then the list shows. */
  remove?: { content: string; action: (number: number) => [name: string, body: object] };
  /** Its address in the online store; null if customers can't see it. */
  inShop?: (one: One, store: { handle: string }) => string | null;
  body: (one: One) => ReactNode;
  aside?: (one: One) => ReactNode;
};

/** A page about one thing of the store; the address has the thing's number. */
export function detailPage<One>(options: Options<One>): (id: string) => ReactNode {
  const operation = documentOf(options);
  return (id) => <DetailPage id={id} options={options} operation={operation} />;
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

function DetailPage<One>({ id, options, operation }: Props<One>) {
  const { type, thing, send = [], remove: removal } = options;
  const { handle } = useStore();
  const path = useStorePath();
  const history = useAdminHistory();
  const { data, error, reload } = useLoaded(
    `${type} ${id}`,
    (signal) => runGraphql(handle, operation, { id: globalIdOf(type, id) }, signal),
    { forgetOnChange: true },
  );
  const [failure, setFailure] = useState<string | null>(null);
  // A ref, because a second press may come before the next render.
  const isRemoving = useRef(false);
  const found = data?.one ?? null;
  const title = found === null ? thing : options.title(found);
  const back = { content: options.back.content, url: path(options.back.path) };
  useTitle(title);

  if (error !== null) {
    const title = `The ${thing.toLowerCase()} couldn’t be loaded`;
    return <LoadError of={{ error, reload }} heading={thing} title={title} />;
  }
  if (data === null) return <PageLoading title={thing} />;
  if (found === null) return <NotFoundPage thing={thing} back={back} />;
  const inShop = options.inShop?.(found, { handle }) ?? null;
  const remove = (action: [name: string, body: object]) => {
    if (isRemoving.current) return;
    isRemoving.current = true;
    setFailure(null);
    doWithStore(handle, ...action).then(
      () => history.push(back.url),
      (thrown: unknown) => {
        isRemoving.current = false;
        setFailure(reasonOf(thrown));
      },
    );
  };
  const change = (action: [name: string, body: object]) => {
    setFailure(null);
    doWithStore(handle, ...action)
      .catch((thrown: unknown) => setFailure(reasonOf(thrown)))
      .finally(reload);
  };
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
        ...send.map(({ content, screen }) => ({
          content,
          onAction: () => history.push(appPath(handle, appHandle, screen(id))),
        })),
        ...(options.changes ?? []).map(({ content, action }) => ({
          content,
          onAction: () => change(action(Number(id))),
        })),
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
