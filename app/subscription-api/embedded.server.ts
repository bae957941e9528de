import {
  type RunningSubscriptionApi,
  startSessionStorage,
  startSubscriptionApi,
} from '#services/subscription-api/embedded.ts';
import { environment } from '../environment.server.ts';
import { answersInTime } from './answers-in-time.ts';
import type { ApiFetch } from './transport.ts';

// The one place where the app knows the service: everything else speaks to it through the contract.

type Mounted = Pick<RunningSubscriptionApi, 'sessionStorage' | 'stopJobs' | 'close'> & {
  fetch: ApiFetch;
  /** The same for requests with a session token of the shop that was verified just now. */
  fetchFor: (shop: string) => ApiFetch;
  origin: string;
  /** Whether the API and its database answer. */
  isReady: () => Promise<boolean>;
};

async function mount(): Promise<Mounted> {
  if (environment.subscriptionApiUrl !== undefined) {
    const { sessionStorage, close } = await startSessionStorage(process.env);
    const origin = environment.subscriptionApiUrl;
    const send: ApiFetch = (request, given) => fetch(request, { signal: given?.signal ?? null });
    const isReady = () => answersInTime(origin, send);
    const stopJobs = () => {};
    return { sessionStorage, stopJobs, close, origin, isReady, fetch: send, fetchFor: () => send };
  }
  const api = await startSubscriptionApi(process.env);
  const origin = 'http://subscription-api.invalid';
  return {
    sessionStorage: api.sessionStorage,
    stopJobs: api.stopJobs,
    close: api.close,
    origin,
    isReady: () => answersInTime(origin, (request) => api.fetch(request)),
    fetch: (request, { signal: gone, takeAnswer } = {}) => api.call(request, { gone, takeAnswer }),
    fetchFor:
      (verifiedShop) =>
      (request, { signal: gone, takeAnswer } = {}) =>
        api.call(request, { gone, takeAnswer, verifiedShop }),
  };
}

declare global {
  var cadenceSubscriptionApi: Promise<Mounted> | undefined;
}

// One database connection for the life of the process, also when the development server loads this module again.
if (globalThis.cadenceSubscriptionApi === undefined) {
  const mounted = mount();
  globalThis.cadenceSubscriptionApi = mounted;
  // In production server.ts closes it, after the last request; the development server knows no such moment.
  if (import.meta.env.DEV) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => void mounted.then(({ close }) => close()));
    }
  }
}

export const mountedSubscriptionApi = await globalThis.cadenceSubscriptionApi;
