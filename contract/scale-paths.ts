/** The path at the app's origin at which a scale orders for a subscription. */
export const scaleOrderPath = (id: string): string => `/subscription/contract/${id}/order-now`;

/** The page below the app's own origin on which a customer puts an order off. */
export const putOffPath = '/put-off';
