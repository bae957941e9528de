/** Environment variables that lift the limits, for tests that send many requests at once. */
export const unlimited = { SHOP_REQUESTS: '1000000' };
