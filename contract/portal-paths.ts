/** Where the vendor portal is, below the app's origin. */
export const portalPath = '/portal';
/** The portal's page that opens a magic link; the link's token is its query parameter `token`. */
export const magicLinkPath = `${portalPath}/open`;
