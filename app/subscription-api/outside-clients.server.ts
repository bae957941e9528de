import { putOffEndpoints, scaleEndpoints } from '#contract/scale-endpoints.ts';
import { unsubscribeEndpoints } from '#contract/unsubscribe.ts';
import { environment } from '../environment.server.ts';
import { callsOf } from './client.ts';
import { mountedSubscriptionApi } from './embedded.server.ts';
import { createTransport, type Transport } from './transport.ts';

function transportWith(token?: string): Transport {
  const send = createTransport({
    fetch: mountedSubscriptionApi.fetch,
    origin: mountedSubscriptionApi.origin,
    sessionToken: token,
    clientId: '',
    local: environment.localPlatformUrl !== undefined,
  });
  // A link that was used is a 404.
  return (asked) => send({ ...asked, isAlwaysThere: false });
}

/** The calls of a customer who has the link of a mail. They carry no token: the link is the proof. */
export const customerClient = callsOf(
  { ...putOffEndpoints, ...unsubscribeEndpoints },
  transportWith(),
);

/** The calls of a scale with this token, which the API checks. */
export const scaleClient = (token: string | undefined) =>
  callsOf(scaleEndpoints, transportWith(token));
