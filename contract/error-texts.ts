/** The specification's texts for failures without a message of their own (§7, §8). */
export const errorTexts = {
  somethingWentWrong: 'Something went wrong!',
  serverError: 'Oops, something went wrong. Please try again later or contact support.',
  sessionToken: 'Failed to retrieve a session token',
  authorizationCode: 'Failed to retrieve an authorization code',
  authorizeRequest: 'Failed to authorize request.',
  updateRequired: 'Update required',
  offline: "You're offline. Nothing you entered is lost: try again once your connection is back.",
  unreachable:
    "Cadence can't be reached. Nothing you entered is lost: check your connection, and try again.",
  missingScript: 'Part of Cadence couldn’t load. Check your internet connection and try again.',
  newVersion: 'There’s a new version of Cadence. Save or discard your changes, then try again.',
  notSent:
    'There’s a new version of Cadence, so nothing was sent. Reload the page, then try again.',
  shopFrozen: 'Your store is frozen. Pay its open bill in your store’s settings, then try again.',
  shopForbidden: 'Shopify doesn’t let Cadence into your store. Please contact support.',
  shopGone: 'Shopify can’t find your store. Please contact support.',
  shopLocked: 'Shopify has locked your store for now. Please contact Shopify Support.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
} as const;
