/** Refuses a change by somebody who hasn't seen the subscription as it is. */
export const changedMeanwhile =
  'This subscription has changed in the meantime, so nothing was done. Please look at it again.';
