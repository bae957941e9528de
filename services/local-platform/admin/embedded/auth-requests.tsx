import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import type { Store as HostStore } from '@shopify/app-bridge-host/store';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { reasonOf } from '../internal-api/request.ts';
import { requestAuthorizationCode, requestSessionToken } from '../internal-api/stores.ts';
import { useStore } from '../shell/store-context.tsx';
import { errorToast } from '../shell/toast-list.ts';
import { useToasts } from '../shell/toasts.tsx';
import { actionTypes } from './action-types.ts';

type Code = Awaited<ReturnType<typeof requestAuthorizationCode>>;
type CodeAnswer =
  | ({ status: 'needsExchange' } & Code & { id: string })
  | { status: 'failure'; id: string };

/**
 * A feature of the host package without state. Its one action sends `payload` to the app.
 * @param key the feature's name in the host's store.
 * @param group the action group, as the client names it.
 */
function respondingFeature<Payload>(key: keyof HostStore, group: string, type: string) {
  return {
    key,
    initialState: {},
    reducer: (state: Record<string, never> = {}) => state,
    actions: { respond: (payload: Payload) => ({ type, group, payload }) },
  };
}

const tokenFeature = respondingFeature<{ sessionToken: string }>(
  'sessionToken',
  'SessionToken',
  'APP::SESSION_TOKEN::RESPOND',
);
const codeFeature = respondingFeature<CodeAnswer>(
  'authCode',
  'AuthCode',
  'APP::AUTH_CODE::RESPOND',
);
const codeRequestSchema = z.object({ id: z.string() });

/** Answers all requests of one kind. If `answer` throws, a toast tells the merchant. */
function useAnswer(request: string, what: string, answer: (payload: unknown) => Promise<void>) {
  const { app } = useHostContext();
  const toasts = useToasts();
  const latest = useRef(answer);
  latest.current = answer;

  // Subscribes before the feature loads, because loading it replays requests that came too early.
  useEffect(
    () =>
      app.hostSubscribe(request, (payload: unknown) =>
        latest.current(payload).catch((thrown: unknown) => {
          toasts(errorToast(what, `No ${what} for the app: ${reasonOf(thrown)}`));
        }),
      ),
    [app, request, what, toasts],
  );
}

export function SessionTokens() {
  const { handle } = useStore();
  useAnswer(actionTypes.sessionTokenRequest, 'session token', async () => {
    try {
      actions.respond({ sessionToken: await requestSessionToken(handle) });
    } catch (thrown) {
      // An empty token makes the client say 'Failed to retrieve a session token'.
      actions.respond({ sessionToken: '' });
      throw thrown;
    }
  });
  const [, actions] = useFeature(tokenFeature);
  return null;
}

/** Answers the app's requests for an authorisation code; each answer carries its request's id. */
export function AuthorizationCodes() {
  const { handle } = useStore();
  useAnswer(actionTypes.authorizationCodeRequest, 'authorization code', async (payload) => {
    const request = codeRequestSchema.safeParse(payload);
    if (!request.success) return;
    const { id } = request.data;
    try {
      const code = await requestAuthorizationCode(handle);
      actions.respond({ status: 'needsExchange', ...code, id });
    } catch (thrown) {
      actions.respond({ status: 'failure', id });
      throw thrown;
    }
  });
  const [, actions] = useFeature(codeFeature);
  return null;
}
