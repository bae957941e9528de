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
];
