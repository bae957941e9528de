/** The specification's texts for failures without a message of their own (§7, §8). */
export const errorTexts = {
  somethingWentWrong: 'Something went wrong!',
  serverError: 'Oops, something went wrong. Please try again later or contact support.',
  sessionToken: 'Failed to retrieve a session token',
  authorizationCode: 'Failed to retrieve an authorization code',
  authorizeRequest: 'Failed to authorize request.',
  updateRequired: 'Update required',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
} as const;
