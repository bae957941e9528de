import { GraphQLError } from 'graphql';
import type { Store } from '../store/store.ts';
import type { AnnouncedTopic } from './webhook-topics.ts';

export type AppIdentity = {
  readonly apiKey: string;
  /** Every secret that isn't revoked, the newest first. */
  readonly apiSecrets: readonly string[];
  /** The oldest of them; the platform signs with it. */
  readonly apiSecret: string;
  readonly name: string;
  readonly handle: string;
  readonly url: string;
};

/** An upload target and the form fields that it requires. */
type StagedUpload = {
  url: string;
  resourceUrl: string;
  parameters: Readonly<Record<string, string>>;
};

export type StoreFiles = {
  stage(file: { filename: string; mimeType: string }): StagedUpload;
  /** The upload at a target; null if there is none. */
  uploaded(resourceUrl: string): { content: Buffer; filename: string } | null;
  keep(id: number, content: Buffer): void;
  forget(id: number): void;
};

/** A webhook that the platform sends after a change. */
export type Announcement = { topic: AnnouncedTopic; body: object };

export type Context = {
  readonly store: Store;
  readonly app: AppIdentity;
  /** The caller's access scopes; null for the admin itself, which may do anything. */
  readonly scopes: ReadonlySet<string> | null;
  /** For instance `https://admin.localhost:4443/pictures`. */
  readonly picturesUrl: string;
  /** For instance `https://admin.localhost:4443/storefront/first-crack`. */
  readonly storefrontUrl: string;
  /** For instance `https://admin.localhost:4443/files`. */
  readonly filesUrl: string;
  readonly files: StoreFiles;
  /** How long a new file takes to become ready, in product time. */
  readonly processingMilliseconds: number;
  /** How long a charge takes, in product time. */
  readonly chargeMilliseconds: number;
  now(): Date;
  announce(announcement: Announcement): void;
  /** Sends one of the platform's own emails in the name of the store. */
  sendMail(mail: { to: string; subject: string; text: string }): void;
  /** Calls `run` when product time reaches `at`. */
  schedule(at: Date, run: () => void): void;
  /** Whether the store's limit of charges allows another one now. */
  takeAttempt(): boolean;
  /** Logs a failure; the caller sees only an internal error. */
  report(error: unknown): void;
};

/** The platform's timestamps have no fractions of a second. */
export function timestampOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Whether the scopes include one; a write scope includes reading. */
export function holdsScope(scopes: ReadonlySet<string>, scope: string): boolean {
  return scopes.has(scope) || scopes.has(scope.replace(/^read_/, 'write_'));
}

/** The scopes that a field requires: all of them, but only one of an inner list. */
type RequiredScopes = ReadonlyArray<string | readonly string[]>;

/** @throws GraphQLError like the platform's, if the caller lacks scopes. */
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

type RootField = (args: unknown, context: Context) => unknown;

/** Resolvers of root fields that require the same scopes. */
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
