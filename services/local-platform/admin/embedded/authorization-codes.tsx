import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { requestAuthorizationCode } from '../internal-api/stores.ts';
import { useStore } from '../shell/store-context.tsx';
import { toastDuration } from '../shell/toast-list.ts';
import { useToasts } from '../shell/toasts.tsx';
import { actionTypes } from './action-types.ts';
import { reasonOf, respondingFeature } from './responses.ts';

type Answer =
  | {
      status: 'needsExchange';
      code: string;
      hmac: string;
      shop: string;
      timestamp: string;
      id: string;
    }
  | { status: 'failure'; id: string };

const feature = respondingFeature<Answer>('authCode', 'AuthCode', 'APP::AUTH_CODE::RESPOND');
const requestSchema = z.object({ id: z.string() });

/** Answers the app's requests for an authorisation code, each under the id that it asked with. */
export function AuthorizationCodes() {
  const { handle } = useStore();
  const { app } = useHostContext();
  const toasts = useToasts();
  const answer = useRef(async (_payload: unknown) => {});

  useEffect(
    () =>
      app.hostSubscribe(actionTypes.authorizationCodeRequest, (payload: unknown) =>
        answer.current(payload),
      ),
    [app],
  );
  const [, actions] = useFeature(feature);

  answer.current = async (payload) => {
    const request = requestSchema.safeParse(payload);
    if (!request.success) return;
    const { id } = request.data;
    try {
      const { code, hmac, shop, timestamp } = await requestAuthorizationCode(handle);
      actions.respond({ status: 'needsExchange', code, hmac, shop, timestamp, id });
    } catch (thrown) {
      const message = `No authorization code for the app: ${reasonOf(thrown)}`;
      toasts({
        type: 'show',
        toast: { id: 'authorization-code', message, isError: true, duration: toastDuration },
      });
      actions.respond({ status: 'failure', id });
    }
  };
  return null;
}
