import { z } from 'zod';
import { request } from './request.ts';

const storeSchema = z.object({ handle: z.string(), name: z.string(), shop: z.string() });
const installedAppSchema = z.object({
  name: z.string(),
  handle: z.string(),
  apiKey: z.string(),
  appUrl: z.url(),
  installed: z.boolean(),
});
const settingsSchema = z.object({
  installed: z.boolean(),
  marketDrivenShipping: z.boolean(),
  topics: z.array(z.string()),
  deliveries: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      triggeredAt: z.string(),
      status: z.number().nullable(),
    }),
  ),
});
const themeSchema = z.object({
  name: z.string(),
  templates: z.array(z.object({ name: z.string(), blocks: z.array(z.string()) })),
  embeds: z.array(z.string()),
});
const shipStationSchema = z.object({
  accounts: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      key: z.string(),
      secret: z.string(),
      /** The store whose orders go to the account. */
      handle: z.string().nullable(),
      ordersCount: z.number(),
      orders: z.array(
        z.object({
          orderId: z.number(),
          orderNumber: z.string(),
          orderKey: z.string(),
          orderStatus: z.string(),
          mergedOrSplit: z.boolean(),
          modifyDate: z.string(),
          timesSent: z.number(),
          /** The order of the store from which it was made. */
          storeOrderId: z.number().nullable(),
        }),
      ),
    }),
  ),
});
const mailsSchema = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      receivedAt: z.string(),
      from: z.string(),
      replyTo: z.string().nullable(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
});
const sessionTokenSchema = z.object({ sessionToken: z.string().min(1) });
const launchSchema = z.object({ url: z.url() });
const authorizationCodeSchema = z.object({
  code: z.string(),
  hmac: z.string(),
  shop: z.string(),
  timestamp: z.coerce.string(),
});

export type Store = z.infer<typeof storeSchema>;
export type InstalledApp = z.infer<typeof installedAppSchema>;

function below(handle: string, path: string): string {
  return `/stores/${encodeURIComponent(handle)}${path}`;
}

export function loadStores(signal: AbortSignal): Promise<Store[]> {
  return request('/stores', z.array(storeSchema), { signal });
}

export function loadInstalledApp(handle: string, signal: AbortSignal): Promise<InstalledApp> {
  return request(below(handle, '/app'), installedAppSchema, { signal });
}

export function loadSettings(handle: string, signal: AbortSignal) {
  return request(below(handle, '/settings'), settingsSchema, { signal });
}

export type ShownTheme = z.infer<typeof themeSchema>;

/** The published theme: the app's blocks on each template, and its embeds that are on. */
export function loadTheme(handle: string, signal: AbortSignal): Promise<ShownTheme> {
  return request(below(handle, '/theme'), themeSchema, { signal });
}

export type ShipStationAccount = z.infer<typeof shipStationSchema>['accounts'][number];

/** The accounts of the local ShipStation, each with its latest orders. */
export async function loadShipStation(
  handle: string,
  signal: AbortSignal,
): Promise<ShipStationAccount[]> {
  const { accounts } = await request(below(handle, '/shipstation'), shipStationSchema, { signal });
  return accounts;
}

export type ReceivedMail = z.infer<typeof mailsSchema>['mails'][number];

/** The emails of the app and the platform, newest first. */
export async function loadMails(handle: string, signal: AbortSignal): Promise<ReceivedMail[]> {
  return (await request(below(handle, '/mails'), mailsSchema, { signal })).mails;
}

/** Does something with the store on the local platform, such as `uninstall`. */
export async function doWithStore(handle: string, action: string, body: object): Promise<void> {
  await request(below(handle, `/${action}`), z.unknown(), { body });
}

const scaleSchema = z.object({ status: z.number(), answer: z.string() });

export type ScaleAnswer = z.infer<typeof scaleSchema>;

/** Orders as a scale; the app's answer as it came. */
export function orderByScale(
  handle: string,
  body: { contract: string; token: string },
): Promise<ScaleAnswer> {
  return request(below(handle, '/scale'), scaleSchema, { body });
}

/** A session token for the app. It expires after 60 seconds, so request a new one each time. */
export async function requestSessionToken(handle: string): Promise<string> {
  const { sessionToken } = await request(below(handle, '/session-token'), sessionTokenSchema);
  return sessionToken;
}

/** The signed address at which the frame opens the app's screen at `path`. */
export async function launchApp(
  handle: string,
  screen: { path: string; search: string },
  signal?: AbortSignal,
): Promise<string> {
  const { url } = await request(below(handle, '/launch'), launchSchema, {
    body: screen,
    ...(signal && { signal }),
  });
  return url;
}

export function requestAuthorizationCode(handle: string) {
  return request(below(handle, '/authorization-code'), authorizationCodeSchema, { body: {} });
}

/** Grants the app `scope`: access scopes separated by commas. */
export async function grantScopes(handle: string, scope: string): Promise<void> {
  await doWithStore(handle, 'grants', { scope });
}
