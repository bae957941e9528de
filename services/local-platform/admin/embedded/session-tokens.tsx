import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { useEffect, useRef } from 'react';
import { requestSessionToken } from '../internal-api/stores.ts';
import { useStore } from '../shell/store-context.tsx';
import { toastDuration } from '../shell/toast-list.ts';
import { useToasts } from '../shell/toasts.tsx';
import { actionTypes } from './action-types.ts';
import { reasonOf, respondingFeature } from './responses.ts';

const feature = respondingFeature<{ sessionToken: string }>(
  'sessionToken',
  'SessionToken',
  'APP::SESSION_TOKEN::RESPOND',
);

/** Answers each of the app's requests with a new session token. */
export function SessionTokens() {
  const { handle } = useStore();
  const { app } = useHostContext();
  const toasts = useToasts();
  const answer = useRef(async () => {});

  // Listens before the feature is there, since that's when requests that came too early are replayed.
  useEffect(
    () => app.hostSubscribe(actionTypes.sessionTokenRequest, () => answer.current()),
    [app],
  );
  const [, actions] = useFeature(feature);

  answer.current = async () => {
    try {
      actions.respond({ sessionToken: await requestSessionToken(handle) });
    } catch (thrown) {
      const message = `No session token for the app: ${reasonOf(thrown)}`;
      toasts({
        type: 'show',
        toast: { id: 'session-token', message, isError: true, duration: toastDuration },
      });
      // An empty token makes the client say 'Failed to retrieve a session token'.
      actions.respond({ sessionToken: '' });
    }
  };
  return null;
}
