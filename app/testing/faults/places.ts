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
  'beside what was pressed':
    'A banner or a toast beside what was pressed, which falls back to what is kept and can be pressed again.',
} as const;

export type Way = keyof typeof ways;

type Place = {
  screen: string;
  what: string;
  way: Way;
  /** What is said in place of the letter's text, or above it. */
  says?: string;
  /** What nonsense is called here. */
  ofNonsense?: string;
};

/** Every screen, form and button that asks the subscription API, by a name of its own. */
const table = {
  home: { screen: 'Home', what: 'opened', way: 'error page' },
  apply: { screen: 'Home', what: '"Tell us about you"', way: 'banner in the form' },
  simplePlan: { screen: 'Home', what: '"Create simple plan"', way: 'banner in the form' },
  installWidget: {
    screen: 'Home',
    what: '"Install Widget"',
    way: 'banner in the form',
    says: 'Failed to update theme, please try again or update it manually!',
  },
  onboarding: { screen: 'Home', what: 'onboarding put away', way: 'beside what was pressed' },
  magicLink: { screen: 'Home', what: '"Get link"', way: 'beside what was pressed' },
  groups: { screen: 'Selling Plans', what: 'opened', way: 'banner on the screen' },
  createGroup: { screen: 'Selling Plans', what: '"Add"', way: 'banner in the form' },
  group: { screen: 'Selling plan group', what: 'opened', way: 'error page' },
  updateGroup: { screen: 'Selling plan group', what: '"Edit"', way: 'banner in the form' },
  deleteGroup: {
    screen: 'Selling plan group',
    what: '"Delete selling plan group"',
    way: 'beside what was pressed',
  },
  addVariants: {
    screen: 'Selling plan group',
    what: '"Add Variants"',
    way: 'beside what was pressed',
  },
  removeVariants: {
    screen: 'Selling plan group',
    what: '"Remove Variants"',
    way: 'beside what was pressed',
  },
  moreVariants: {
    screen: 'Selling plan group',
    what: 'its variants, page by page',
    way: 'beside what was pressed',
  },
  previewProducts: {
    screen: 'Selling plan group',
    what: 'products of the preview',
    way: 'beside what was pressed',
  },
  profiles: { screen: 'Delivery Profiles', what: 'opened', way: 'banner on the screen' },
  createProfile: { screen: 'Delivery Profiles', what: '"Add"', way: 'banner in the form' },
  profile: { screen: 'Delivery profile', what: 'opened', way: 'error page' },
  addGroups: {
    screen: 'Delivery profile',
    what: '"Add selling plan group"',
    way: 'banner in the form',
  },
  removeGroups: {
    screen: 'Delivery profile',
    what: '"Remove selling plan group"',
    way: 'banner in the form',
  },
  availableGroups: {
    screen: 'Delivery profile',
    what: 'groups to add, searched',
    way: 'beside what was pressed',
  },
  rotation: { screen: 'Manage Rotation', what: 'opened', way: 'banner on the screen' },
  saveRotation: { screen: 'Manage Rotation', what: '"Save"', way: 'banner in the form' },
  candidates: {
    screen: 'Manage Rotation',
    what: 'products to add, searched',
    way: 'beside what was pressed',
  },
  settings: { screen: 'Settings', what: 'opened', way: 'error page' },
  saveSettings: { screen: 'Settings', what: 'the save bar', way: 'error page over Settings' },
  toggle: { screen: 'Settings', what: 'a toggle', way: 'error page over Settings' },
  undo: { screen: 'Settings', what: '"Undo"', way: 'error page over Settings' },
  faqPage: { screen: 'Settings', what: '"Generate an FAQ Page"', way: 'error page over Settings' },
  theme: {
    screen: 'Settings',
    what: 'theme update',
    way: 'beside what was pressed',
    says: 'Something went wrong while updating the theme',
  },
  requestedScope: {
    screen: 'Settings',
    what: 'required permissions',
    way: 'beside what was pressed',
  },
  logo: { screen: 'Settings', what: 'a logo uploaded', way: 'beside what was pressed' },
  notifications: { screen: 'Notifications', what: 'opened', way: 'error page' },
  channel: { screen: 'Notifications', what: 'a channel', way: 'beside what was pressed' },
  gifs: {
    screen: 'Notifications',
    what: '"Send GIFs in text messages"',
    way: 'beside what was pressed',
  },
  preview: { screen: 'Notifications', what: '"Preview"', way: 'beside what was pressed' },
  sendToMe: { screen: 'Notifications', what: '"Send to me"', way: 'beside what was pressed' },
  integrations: { screen: 'Integrations', what: 'opened', way: 'error page' },
  connect: { screen: 'Integrations', what: '"Save"', way: 'banner in the form, secret' },
  disconnect: { screen: 'Integrations', what: '"Disconnect"', way: 'banner in the form' },
  orderSync: { screen: 'Order sync', what: 'opened', way: 'error page' },
  startSync: { screen: 'Order sync', what: 'started', way: 'beside what was pressed' },
  syncPage: {
    screen: 'Order sync',
    what: 'a page of 20 sent',
    way: 'beside what was pressed',
    ofNonsense: orderSyncTexts.invalidAnswer,
  },
  changeSync: {
    screen: 'Order sync',
    what: 'stopped, gone on with, repeated',
    way: 'beside what was pressed',
  },
  readSync: { screen: 'Order sync', what: 'its progress', way: 'beside what was pressed' },
  widget: { screen: 'Widget', what: 'opened', way: 'error page' },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof table;

export const places: Record<PlaceName, Place> = table;

/** What the merchant is told of a fault there. */
export function messageAt(place: PlaceName, { message, isNonsense }: Fault): string {
  return (isNonsense && places[place].ofNonsense) || message;
}

export const placeNames = Object.keys(table).filter((name): name is PlaceName => name in table);
