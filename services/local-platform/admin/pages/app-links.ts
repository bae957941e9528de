/**
 * The links from the admin's own pages into the app: a product's rotation, and the orders to send. In the real admin these are extensions.
 */
export const appName = 'Cadence';
export const appHandle = 'cadence';

export const appScreens = {
  rotation: (productId: string) => `/manage-rotation?id=${productId}`,
  subscriptionOf: (kind: 'order' | 'customer') => (id: string) => `/customers/of/${kind}?id=${id}`,
  orderSync: (orderId: string) => `/order-sync?id=${orderId}`,
  ordersSync: (orderIds: readonly string[]) =>
    `/order-sync?${new URLSearchParams(orderIds.map((id) => ['ids[]', id]))}`,
} as const;
