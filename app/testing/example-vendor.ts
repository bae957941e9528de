import type { Vendor } from '#contract/vendor.ts';

/** A vendor with the specification's defaults. */
export const exampleVendor: Vendor = {
  shop: 'a.myshopify.com',
  status: 'active',
  settings: {
    isWidgetEnabled: false,
    isNewWidgetEnabled: false,
    isVendorSyncDisabled: false,
    isAccountPageEnabled: false,
    buttonColor: '#0632c2',
    img_url: null,
    apiKeyExists: false,
  },
  shopifyManifest: {
    handleFulfillmentWebhook: false,
    useGifs: false,
    faqPageId: null,
    simpleSubscription: true,
  },
  replyToEmail: null,
  useNoReply: false,
  daysBeforeReminder: 3,
  img_url: null,
};
