/** Environment variables for who asks so much in a moment that all of it would only meet a shop's limit. */
export const unlimited = { SHOP_REQUESTS: '1000000' };
