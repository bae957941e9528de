/** The vendor portal's path at the app's origin. */
export const portalPath = '/portal';
/** The portal's page that opens a magic link; the link's token is its query parameter `token`. */
export const magicLinkPath = `${portalPath}/open`;
