/** The App Bridge actions that the admin listens to, as the client 3.7.10 names them. */
export const actionTypes = {
  sessionTokenRequest: 'APP::SESSION_TOKEN::REQUEST',
  authorizationCodeRequest: 'APP::AUTH_CODE::REQUEST',
  toastShow: 'APP::TOAST::SHOW',
  toastClear: 'APP::TOAST::CLEAR',
  historyPush: 'APP::NAVIGATION::HISTORY::PUSH',
  historyReplace: 'APP::NAVIGATION::HISTORY::REPLACE',
  redirectApp: 'APP::NAVIGATION::REDIRECT::APP',
  clientInitialize: 'APP::CLIENT::INITIALIZE',
} as const;
