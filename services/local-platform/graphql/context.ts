import { GraphQLError } from 'graphql';
import type { Store } from '../store/store.ts';
import type { AnnouncedTopic } from './webhook-topics.ts';

/** The app as the platform knows it. */
export type AppIdentity = {
  readonly apiKey: string;
  /** All that aren't revoked, the newest first. */
  readonly apiSecrets: readonly string[];
  /** The oldest of them, with which the platform signs. */
  readonly apiSecret: string;
  readonly name: string;
  readonly handle: string;
  /** The app's origin. */
  readonly url: string;
};

/** An upload target and the form fields that it requires. */
type StagedUpload = {
  url: string;
  resourceUrl: string;
  parameters: Readonly<Record<string, string>>;
};

/** The contents of a store's files. */
export type StoreFiles = {
  stage(file: { filename: string; mimeType: string }): StagedUpload;
  /** The upload at a target; null if there is none. */
  uploaded(resourceUrl: string): { content: Buffer; filename: string } | null;
  keep(id: number, content: Buffer): void;
  forget(id: number): void;
};

/** A webhook to send once a change is made. */
export type Announcement = { topic: AnnouncedTopic; body: object };

export type Context = {
  readonly store: Store;
  readonly app: AppIdentity;
  /** The caller's access scopes; null for the admin itself, which may do everything. */
  readonly scopes: ReadonlySet<string> | null;
  /** Such as `https://admin.localhost:4443/pictures`. */
  readonly picturesUrl: string;
  /** Such as `https://admin.localhost:4443/storefront/first-crack`. */
  readonly storefrontUrl: string;
  /** Such as `https://admin.localhost:4443/files`. */
  readonly filesUrl: string;
  readonly files: StoreFiles;
  /** How long a new file takes to become ready. */
  readonly processingMilliseconds: number;
  /** How long a charge takes. */
  readonly chargeMilliseconds: number;
  now(): Date;
  /** Tells the app of a change that was made. */
  announce(announcement: Announcement): void;
  /** Sends one of the platform's own emails, from the store. */
  sendMail(mail: { to: string; subject: string; text: string }): void;
  /** Runs something when the platform's clock gets there. */
  schedule(at: Date, run: () => void): void;
  /** Whether the platform lets the store begin another charge now. */
  takeAttempt(): boolean;
  /** Logs a failure that the caller sees only as an internal error. */
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

/** The scopes that a field requires: all of them; of an inner list, any one. */
type RequiredScopes = ReadonlyArray<string | readonly string[]>;

/** Throws the platform's error if the caller lacks scopes. */
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
