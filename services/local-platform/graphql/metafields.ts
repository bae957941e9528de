import { z } from 'zod';
import type { Metafield } from '../store/records.ts';
import type { Context } from './context.ts';
import { globalId } from './global-id.ts';

/** The only owner of metafields on the local platform: the app's installation. */
const installationId = globalId('AppInstallation', 1);

const setArguments = z.object({
  metafields: z.array(
    z.object({
      ownerId: z.string(),
      namespace: z.string().nullish(),
      key: z.string(),
      type: z.string().nullish(),
      value: z.string(),
    }),
  ),
});
const readArguments = z.object({ namespace: z.string().nullish(), key: z.string() });

type Input = z.infer<typeof setArguments>['metafields'][number];

/** The namespace of inputs without one. */
const ownNamespace = 'app';

function faultOf({ ownerId, key, type, value }: Input, known: Metafield | undefined) {
  if (ownerId !== installationId) {
    return { at: 'ownerId', message: 'Owner does not exist.', code: 'INVALID' };
  }
  if (!/^[\w-]{2,64}$/.test(key)) {
    return { at: 'key', message: 'Key is not valid.', code: 'INVALID' };
  }
  if (type == null && known === undefined) {
    return { at: 'type', message: "Type can't be blank", code: 'BLANK' };
  }
  if ((type ?? known?.type) === 'color' && !/^#[\da-f]{6}$/i.test(value)) {
    return { at: 'value', message: 'Value must be a hex color code.', code: 'INVALID_VALUE' };
  }
  return null;
}

function findMetafield({ store }: Context, namespace: string, key: string): Metafield | undefined {
  return store.tables.metafields
    .all()
    .find((metafield) => metafield.namespace === namespace && metafield.key === key);
}

/** Sets all of them, or none. */
function setMetafields(args: unknown, context: Context) {
  const { metafields } = setArguments.parse(args);
  const inputs = metafields.map((input) => {
    const namespace = input.namespace ?? ownNamespace;
    return { ...input, namespace, known: findMetafield(context, namespace, input.key) };
  });
  const userErrors = inputs.flatMap((input, elementIndex) => {
    const fault = faultOf(input, input.known);
    if (fault === null) return [];
    const { at, ...error } = fault;
    return [{ ...error, field: ['metafields', String(elementIndex), at] }];
  });
  if (userErrors.length > 0) return { metafields: null, userErrors };
  return {
    userErrors,
    metafields: context.store.transact((transaction) =>
      inputs.map(({ namespace, key, type, value, known }) => {
        const metafield: Metafield = {
          id: known?.id ?? transaction.newId(),
          namespace,
          key,
          type: type ?? known?.type ?? '',
          value,
        };
        transaction.put('metafields', metafield);
        return metafield;
      }),
    ),
  };
}

export const metafieldResolvers = {
  // An app needs no scope for its own metafields.
  Mutation: {
    metafieldsSet: (_: unknown, args: unknown, context: Context) => setMetafields(args, context),
  },
  AppInstallation: {
    metafield: (_: unknown, args: unknown, context: Context) => {
      const { namespace, key } = readArguments.parse(args);
      return findMetafield(context, namespace ?? ownNamespace, key) ?? null;
    },
  },
  Metafield: { id: (metafield: Metafield) => globalId('Metafield', metafield.id) },
};
