import { putOffEndpoints } from '#contract/scale-endpoints.ts';
import { environment } from '../environment.server.ts';
import { callsOf } from './client.ts';
import { mountedSubscriptionApi } from './embedded.server.ts';
import { createTransport } from './transport.ts';

const send = createTransport({
  fetch: mountedSubscriptionApi.fetch,
  origin: mountedSubscriptionApi.origin,
  sessionToken: undefined,
  clientId: '',
  local: environment.localPlatformUrl !== undefined,
});

/** The calls of a customer who has the link of a mail. They carry no token: the link is the proof. */
export const putOffClient = callsOf(putOffEndpoints, (asked) =>
  // A link that was used is a 404.
  send({ ...asked, isAlwaysThere: false }),
);
