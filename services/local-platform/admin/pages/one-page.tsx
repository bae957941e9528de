import { type ReactNode, useEffect } from 'react';
import { type GraphqlDocument, globalIdOf, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { PageError, PageLoading, ResourceNotFound } from '../shell/page-states.tsx';
import { useStore } from '../shell/store-context.tsx';

type Props<Data, One> = {
  /** The platform's name of the type, for the global id. */
  type: string;
  /** The number in the address. */
  id: string;
  thing: string;
  back: { content: string; url: string };
  document: GraphqlDocument<Data>;
  oneIn: (data: Data) => One | null;
  titleOf: (one: One) => string;
  children: (one: One) => ReactNode;
};

/** A page about one thing of the store: loads it by its number and says so where that can't be done. */
export function OnePage<Data, One>({
  type,
  id,
  thing,
  back,
  document: operation,
  ...props
}: Props<Data, One>) {
  const { handle, name } = useStore();
  const globalId = globalIdOf(type, id);
  const loaded = useLoaded(
    `${type} ${id}`,
    (signal) => runGraphql(handle, operation, { id: globalId }, signal),
    { forgetOnChange: true },
  );
  const one = loaded.data === null ? null : props.oneIn(loaded.data);
  const title = one === null ? thing : props.titleOf(one);

  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);

  if (loaded.error !== null) {
    return (
      <PageError
        heading={thing}
        title={`The ${thing.toLowerCase()} couldn’t be loaded`}
        message={loaded.error}
        onRetry={loaded.reload}
      />
    );
  }
  if (loaded.data === null) return <PageLoading title={thing} />;
  return one === null ? <ResourceNotFound thing={thing} back={back} /> : props.children(one);
}
