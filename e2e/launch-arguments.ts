/** The platform's library answers 410 to browsers that say that they are automated. */
export const plainUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Chromium tries to reach its maker's services unless told not to; tests reach this machine only. */
export const launchArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Debian's browser asks for its own search page and extensions on a new profile.
  '--disable-extensions',
  // What a page sends while it goes away has the browser's own name, whatever a test's context says.
  `--user-agent=${plainUserAgent}`,
];
