import { errorTexts } from '#contract/error-texts.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import type { Fault } from './faults.ts';

/** How a place tells of a failure, and what stays as it was. */
export const ways = {
  'error page':
    'The error page in place of the screen, with the message, "Try again" and "Contact us". The menu stays and leads on.',
  'error page over Settings':
    'The error page over the screen (specification §8, "Settings load or update fails"); its way back shows the screen with what was typed, and a banner until that is solved.',
  'banner on the screen':
    'A banner on the screen itself with "Try again"; the search and what is shown already stay. Where the merchant must grant something first, the error page.',
  'banner in the form':
    'A banner in the form, which stays open with all that was typed. Submitting again sends it again, a create with the same idempotency key.',
  'banner in the form, secret':
    'The same; what was typed stays in the browser alone and is in no answer.',
  'in place of the numbers':
    'Each number says that it is not available; the rest of the screen is there. Nobody leaves to grant anything.',
  'page of the portal':
    'The error page of the portal, or the list with a banner. A refused session is over: the page says how the portal is opened again, and its cookie is forgotten. What must be granted is granted in the admin, which the page says.',
  'page of a customer':
    'A page with the text and "Try again", without the admin. What only the merchant can put right is not told, and nobody leaves to grant anything.',
  'plain page of a customer':
    'The same on a page without scripts, whose button sends again what was pressed.',
  'answer to a scale':
    'A refusal in JSON with the text. Where the merchant must grant something first, it says so, without an address.',
  'beside what was pressed':
    'A banner or a toast beside what was pressed, which falls back to what is kept and can be pressed again.',
} as const;

export type Way = keyof typeof ways;

type Place = {
  screen: string;
  what: string;
  way: Way;
  /** Shown in place of the fault's text, or above it. */
  says?: string;
  /** The name of an invalid value in this place. */
  ofNonsense?: string;
  /** The message for every fault. */
  always?: string;
};

function at(
  screen: string,
  what: string,
  way: Way,
  said: Pick<Place, 'says' | 'ofNonsense' | 'always'> = {},
): Place {
  return { screen, what, way, ...said };
}

/** Every screen, form and button that asks the subscription API, by a name of its own. */
const table = {
  home: at('Home', 'opened', 'error page'),
  numbers: at('Home', 'its numbers', 'in place of the numbers', {
    always: 'Not available right now',
  }),
  recurringMorning: at('Home', 'its recurring orders', 'beside what was pressed'),
  apply: at('Home', '"Tell us about you"', 'banner in the form'),
  simplePlan: at('Home', '"Create simple plan"', 'banner in the form'),
  installWidget: at('Home', '"Install Widget"', 'banner in the form', {
    says: 'Failed to update theme, please try again or update it manually!',
  }),
  onboarding: at('Home', 'onboarding put away', 'beside what was pressed'),
  magicLink: at('Home', '"Get link"', 'beside what was pressed'),
  groups: at('Selling Plans', 'opened', 'banner on the screen'),
  createGroup: at('Selling Plans', '"Add"', 'banner in the form'),
  group: at('Selling plan group', 'opened', 'error page'),
  updateGroup: at('Selling plan group', '"Edit"', 'banner in the form'),
  deleteGroup: at('Selling plan group', '"Delete selling plan group"', 'banner in the form'),
  addVariants: at('Selling plan group', '"Add Variants"', 'beside what was pressed'),
  removeVariants: at('Selling plan group', '"Remove Variants"', 'beside what was pressed'),
  moreVariants: at('Selling plan group', 'its variants, page by page', 'beside what was pressed'),
  previewProducts: at('Selling plan group', 'products of the preview', 'beside what was pressed'),
  profiles: at('Delivery Profiles', 'opened', 'banner on the screen'),
  createProfile: at('Delivery Profiles', '"Add"', 'banner in the form'),
  profile: at('Delivery profile', 'opened', 'error page'),
  addGroups: at('Delivery profile', '"Add selling plan group"', 'banner in the form'),
  removeGroups: at('Delivery profile', '"Remove selling plan group"', 'banner in the form'),
  availableGroups: at('Delivery profile', 'groups to add, searched', 'beside what was pressed'),
  rotation: at('Manage Rotation', 'opened', 'banner on the screen'),
  saveRotation: at('Manage Rotation', '"Save"', 'banner in the form'),
  candidates: at('Manage Rotation', 'products to add, searched', 'beside what was pressed'),
  passedOver: at('Manage Rotation', 'whom it touched', 'beside what was pressed'),
  settings: at('Settings', 'opened', 'error page'),
  saveSettings: at('Settings', 'the save bar', 'error page over Settings'),
  toggle: at('Settings', 'a toggle', 'error page over Settings'),
  billingRules: at('Settings', 'the rules of recurring orders', 'beside what was pressed'),
  saveRules: at('Settings', 'the rules of recurring orders, saved', 'banner in the form'),
  changes: at('Settings', 'recent changes', 'beside what was pressed'),
  undo: at('Settings', '"Undo"', 'error page over Settings'),
  faqPage: at('Settings', '"Generate an FAQ Page"', 'error page over Settings'),
  theme: at('Settings', 'theme update', 'beside what was pressed', {
    says: 'Something went wrong while updating the theme',
  }),
  requestedScope: at('Settings', 'required permissions', 'beside what was pressed'),
  logo: at('Settings', 'a logo uploaded', 'beside what was pressed'),
  notifications: at('Notifications', 'opened', 'error page'),
  channel: at('Notifications', 'a channel', 'beside what was pressed'),
  gifs: at('Notifications', '"Send GIFs in text messages"', 'beside what was pressed'),
  preview: at('Notifications', '"Preview"', 'beside what was pressed'),
  sendToMe: at('Notifications', '"Send to me"', 'beside what was pressed'),
  recurringOrders: at('Recurring Orders', 'opened', 'error page'),
  firstCharges: at('Recurring Orders', 'what is charged first', 'beside what was pressed'),
  changeBilling: at('Recurring Orders', 'billing started or stopped', 'beside what was pressed'),
  decideOrders: at('Recurring Orders', 'a decision about orders', 'beside what was pressed'),
  ordersFile: at('Recurring Orders', 'its orders as a file', 'beside what was pressed'),
  subscribers: at('Subscribers', 'opened', 'banner on the screen'),
  subscriptionOf: at('Subscribers', 'opened from an order or a customer', 'error page'),
  saveView: at('Subscribers', '"Save view"', 'banner in the form'),
  changeView: at('Subscribers', '"Rename view", "Save changes"', 'banner in the form'),
  deleteView: at('Subscribers', '"Delete view"', 'banner in the form'),
  subscription: at('Subscription', 'opened', 'error page'),
  subscriptionHistory: at('Subscription', '"Show earlier"', 'beside what was pressed'),
  subscriptionAddress: at('Subscription', 'its address read', 'beside what was pressed'),
  subscriptionPlans: at('Subscription', 'its other plans read', 'beside what was pressed'),
  changeSubscription: at('Subscription', 'paused, skipped, canceled …', 'beside what was pressed'),
  roastPlan: at('Roast Plan', 'opened', 'error page'),
  roastDay: at('Roast Plan', '"We roast this"', 'beside what was pressed'),
  roastLoss: at('Roast Plan', 'the roasting loss', 'beside what was pressed'),
  roastFile: at('Roast Plan', 'the plan as a file', 'beside what was pressed'),
  bulkChanges: at('Changes of many', 'opened', 'banner on the screen'),
  newBulkChange: at('A change of many', 'its form', 'error page'),
  bulkChange: at('A change of many', 'opened', 'error page'),
  prepareBulk: at('A change of many', '"Preview", "Take back"', 'beside what was pressed'),
  decideBulk: at('A change of many', 'begun, stopped, gone on with', 'beside what was pressed'),
  bulkFile: at('A change of many', 'its report as a file', 'beside what was pressed'),
  importFile: at('Import of subscribers', 'a file that is sent', 'beside what was pressed'),
  integrations: at('Integrations', 'opened', 'error page'),
  connect: at('Integrations', '"Save"', 'banner in the form, secret'),
  disconnect: at('Integrations', '"Disconnect"', 'banner in the form'),
  addScale: at('Integrations', '"Add scale"', 'banner in the form'),
  noticeHours: at('Integrations', 'how long before customers are told', 'banner in the form'),
  revokeScale: at('Integrations', '"Revoke"', 'banner in the form'),
  orderSync: at('Order sync', 'opened', 'error page'),
  startSync: at('Order sync', 'started', 'beside what was pressed'),
  syncBatch: at('Order sync', 'a batch of 20 sent', 'error page', {
    ofNonsense: orderSyncTexts.invalidAnswer,
  }),
  changeSync: at('Order sync', 'stopped, gone on with, repeated', 'beside what was pressed'),
  readSync: at('Order sync', 'its progress', 'beside what was pressed'),
  syncFile: at('Order sync', 'its results as a file', 'beside what was pressed'),
  widget: at('Widget', 'opened', 'error page'),
  putOffLink: at('A customer’s link', 'opened to put an order off', 'page of a customer'),
  putOff: at('A customer’s link', 'an order put off', 'page of a customer'),
  unsubscribe: at('A customer’s link', 'unsubscribed', 'plain page of a customer'),
  orderNow: at('A scale', 'an order', 'answer to a scale'),
  portalOrders: at('Portal: Orders', 'opened', 'page of the portal'),
  portalCustomers: at('Portal: Customers', 'opened', 'page of the portal'),
  portalCustomer: at('Portal: a customer', 'opened', 'page of the portal'),
  portalAnalytics: at('Portal: Analytics', 'opened', 'page of the portal'),
  portalFile: at('Portal: Analytics', 'a chart as a file', 'page of the portal'),
  portalSessions: at('Portal: Open sessions', 'opened', 'page of the portal'),
  endSession: at('Portal: Open sessions', '"End session"', 'page of the portal'),
} satisfies Record<string, Place>;

export type PlaceName = keyof typeof table;

export const places: Record<PlaceName, Place> = table;

/** What only the merchant can put right. */
const ofMerchant = [401, 402, 403, 410, 423];

/** The message about a fault at this place. */
export function messageAt(place: PlaceName, fault: Fault): string {
  const { ofNonsense, always } = places[place];
  if (endsSession(place, fault)) return sessionOver;
  if (isOfCustomer(place) && ofMerchant.includes(fault.status)) {
    return errorTexts.serverError;
  }
  return always ?? ((fault.isNonsense && ofNonsense) || fault.message);
}

/** Whether the merchant is sent out to grant what is missing: by a screen of the admin that shows failures. */
export function leavesAt(place: PlaceName, { leaves }: Fault): boolean {
  const { always, way } = places[place];
  const isOfAdmin = !isOfPortal(place) && !isOfCustomer(place) && way !== 'answer to a scale';
  return leaves === true && always === undefined && isOfAdmin;
}

/** Whether the portal takes the fault for the end of the caller's session. */
export function endsSession(place: PlaceName, { status, leaves }: Fault): boolean {
  return isOfPortal(place) && status === 401 && leaves !== true;
}

function isOfPortal(place: PlaceName): boolean {
  return places[place].way === 'page of the portal';
}

function isOfCustomer(place: PlaceName): boolean {
  const { way } = places[place];
  return way === 'page of a customer' || way === 'plain page of a customer';
}

/** In the table; the page says it in more words. */
const sessionOver = 'The portal is closed, and says how it is opened again.';

export const placeNames = Object.keys(table).filter((name): name is PlaceName => name in table);
