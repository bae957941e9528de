import { z } from 'zod';
import type { AppIdentity } from '../graphql/context.ts';
import type { Token } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import {
  acceptToken,
  exchangeCode,
  issueOnlineToken,
  issueToken,
  refreshToken,
  type TokenKind,
} from './access-tokens.ts';
import { verifySessionToken } from './session-tokens.ts';

const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const offlineTokenType = 'urn:shopify:params:oauth:token-type:offline-access-token';
const onlineTokenType = 'urn:shopify:params:oauth:token-type:online-access-token';

const requestSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string().optional(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  refresh_token: z.string().optional(),
  code: z.string().optional(),
  expiring: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

type TokenAnswer = { status: 200 | 400; body: Record<string, unknown> };

function refuse(error: string, description?: string): TokenAnswer {
  return {
    status: 400,
    body: { error, ...(description === undefined ? {} : { error_description: description }) },
  };
}

function secondsUntil(moment: number, now: Date): number {
  return Math.round((moment - now.getTime()) / 1000);
}

function answerWith(token: Token, now: Date): TokenAnswer {
  return {
    status: 200,
    body: {
      access_token: token.accessToken,
      scope: token.scope,
      ...(token.expiresAt === null ? {} : { expires_in: secondsUntil(token.expiresAt, now) }),
      ...(token.refreshToken === null || token.refreshExpiresAt === null
        ? {}
        : {
            refresh_token: token.refreshToken,
            refresh_token_expires_in: secondsUntil(token.refreshExpiresAt, now),
          }),
    },
  };
}

/** Answers with a token of the store's owner, the only user of a local store. */
function answerOnline(store: Store, rights: readonly string[], now: Date): TokenAnswer {
  const { body } = answerWith(issueOnlineToken(store, rights, now), now);
  const [firstName = '', ...others] = store.shop.ownerName.split(' ');
  return {
    status: 200,
    body: {
      ...body,
      associated_user_scope: rights.join(','),
      associated_user: {
        id: store.shop.ownerUserId,
        first_name: firstName,
        last_name: others.join(' '),
        email: store.shop.email,
        email_verified: true,
        account_owner: true,
        locale: 'en',
        collaborator: false,
      },
    },
  };
}

/** `POST /admin/oauth/access_token`: token exchange, refresh, and the exchange of an authorization code. */
export async function answerTokenRequest(
  body: unknown,
  store: Store,
  app: AppIdentity,
  now: Date,
  /** The current user's scopes; by default the granted ones. */
  merchantRights?: readonly string[],
): Promise<TokenAnswer> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return refuse('invalid_request');
  const request = parsed.data;
  if (request.client_id !== app.apiKey || !app.apiSecrets.includes(request.client_secret)) {
    return refuse('invalid_client', 'The client credentials are invalid');
  }
  if (!store.shop.installed) return refuse('app_not_installed');
  const offlineKind: TokenKind = ['1', 'true'].includes(String(request.expiring))
    ? 'expiring'
    : 'lasting';

  if (request.grant_type === 'refresh_token') {
    const token = refreshToken(store, request.refresh_token ?? '', now);
    return token === null
      ? refuse('invalid_request', 'This request requires an active refresh_token')
      : answerWith(token, now);
  }
  if (request.grant_type === tokenExchangeGrant) {
    const subject = request.subject_token ?? '';
    // A lasting token can be exchanged for an expiring one. Otherwise the subject must be a session token.
    const trusted =
      request.subject_token_type === offlineTokenType
        ? acceptToken(store, subject, now) !== null
        : request.subject_token_type === idTokenType &&
          (await verifySessionToken(subject, store, app, now)) !== null;
    if (!trusted) return refuse('invalid_subject_token');
    if (request.requested_token_type === onlineTokenType) {
      return answerOnline(store, merchantRights ?? store.shop.grantedScopes, now);
    }
    if (request.requested_token_type !== offlineTokenType) {
      return refuse('invalid_requested_token_type');
    }
    return answerWith(issueToken(store, offlineKind, now), now);
  }
  if (request.code !== undefined) {
    const token = exchangeCode(store, request.code, offlineKind, now);
    return token === null
      ? refuse('invalid_request', 'The authorization code was not found or was already used')
      : answerWith(token, now);
  }
  return refuse('unsupported_grant_type');
}
