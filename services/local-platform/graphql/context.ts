import { GraphQLError } from 'graphql';
import type { Store } from '../store/store.ts';

/** The app as the platform knows it. */
export type AppIdentity = {
  readonly apiKey: string;
  /** Those that are not revoked, the newest first: all are accepted. */
  readonly apiSecrets: readonly string[];
  /** The oldest of them, which signs. */
  readonly apiSecret: string;
  readonly name: string;
  readonly handle: string;
  /** The app's origin. */
  readonly url: string;
};

/** Where an app may upload a file to, and what it must send beside it. */
export type StagedUpload = {
  url: string;
  resourceUrl: string;
  parameters: Readonly<Record<string, string>>;
};

/** The contents of a store's files. */
export type StoreFiles = {
  stage(file: { filename: string; mimeType: string }): StagedUpload;
  /** What was uploaded to a target; null where nothing was, or there is no such target. */
  uploaded(resourceUrl: string): { content: Buffer; filename: string } | null;
  keep(id: number, content: Buffer): void;
  forget(id: number): void;
};

/** What an operation is executed with. */
export type Context = {
  readonly store: Store;
  readonly app: AppIdentity;
  /** What the caller may do; null is the admin itself, which may do everything. */
  readonly scopes: ReadonlySet<string> | null;
  /** Where pictures lie, such as `https://admin.localhost:4443/pictures`. */
  readonly picturesUrl: string;
  /** Where the store's customers shop, such as `https://admin.localhost:4443/storefront/first-crack`. */
  readonly storefrontUrl: string;
  /** Where stores' files lie, such as `https://admin.localhost:4443/files`. */
  readonly filesUrl: string;
  readonly files: StoreFiles;
  /** How long it takes until a new file is ready. */
  readonly processingMilliseconds: number;
  now(): Date;
  /** Told of a failure that the caller hears nothing definite about. */
  report(error: unknown): void;
};

/** The platform's timestamps have no fractions of a second. */
export function timestampOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Whether the caller's scopes include one; writing includes reading. */
export function holdsScope(scopes: ReadonlySet<string>, scope: string): boolean {
  return scopes.has(scope) || scopes.has(scope.replace(/^read_/, 'write_'));
}

/** Scopes that a field needs: every one, or (an inner list) any one of some. Writing includes reading. */
export type RequiredScopes = ReadonlyArray<string | readonly string[]>;

/** Refuses a field as the platform does when the caller's scopes don't reach. */
export function requireScopes(context: Context, field: string, required: RequiredScopes): void {
  const { scopes } = context;
  if (scopes === null) return;
  const lacking = required.some((scope) =>
    typeof scope === 'string'
      ? !holdsScope(scopes, scope)
      : !scope.some((any) => holdsScope(scopes, any)),
  );
  if (!lacking) return;
  const requiredAccess = required
    .map((scope) =>
      (typeof scope === 'string' ? [scope] : scope)
        .map((name) => `\`${name}\` access scope`)
        .join(' or '),
    )
    .join(' and ');
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess,
    },
  });
}

/** A root field: what it answers to its arguments. */
type RootField = (args: unknown, context: Context) => unknown;

/** Resolvers of root fields, all behind a check of the same scopes. */
export function rootFields(required: RequiredScopes, fields: Readonly<Record<string, RootField>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, answer]) => [
      name,
      (_: unknown, args: unknown, context: Context) => {
        requireScopes(context, name, required);
        return answer(args, context);
      },
    ]),
  );
}
