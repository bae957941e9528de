/** The platform's library answers 410 to browsers that call themselves automated. */
export const plainUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Keeps Chromium from calling Google's services; tests reach only this machine. */
export const launchArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Debian's Chromium loads a search page and extensions of its own in a new profile.
  '--disable-extensions',
  // Requests that a page sends while it goes away use the browser's user agent, not that of the test's context.
  `--user-agent=${plainUserAgent}`,
];
