import { z } from 'zod';

/** The statuses of an order. Apps can change only orders in the first three. */
export const orderStatuses = [
  'awaiting_payment',
  'awaiting_shipment',
  'on_hold',
  'shipped',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const addressSchema = z.looseObject({ name: z.string().min(1) });

/** An order in an app's request; other fields are stored unchanged. */
export const sentOrderSchema = z.looseObject({
  orderNumber: z.string().min(1).max(50),
  orderKey: z.string().min(1).nullish(),
  orderDate: z.string().min(1),
  orderStatus: z.enum(orderStatuses),
  billTo: addressSchema,
  shipTo: addressSchema.extend({ street1: z.string().min(1), country: z.string().length(2) }),
});

export type SentOrder = z.infer<typeof sentOrderSchema>;

/** A stored order. `mergedIds` are orders merged with it, `parentId` is the order from which it was split. */
export const keptOrderSchema = z.object({
  orderId: z.number().int(),
  accountId: z.number().int(),
  orderKey: z.string(),
  orderNumber: z.string(),
  orderDate: z.string(),
  orderStatus: z.enum(orderStatuses),
  mergedOrSplit: z.boolean(),
  mergedIds: z.array(z.number().int()),
  parentId: z.number().int().nullable(),
  createDate: z.string(),
  modifyDate: z.string(),
  /** How often apps have sent the order. */
  timesSent: z.number().int(),
  sent: z.looseObject({}),
});

export type KeptOrder = z.infer<typeof keptOrderSchema>;

/** The order in ShipStation's answers. */
export function shownOrder(order: KeptOrder) {
  const { accountId, timesSent, sent, mergedOrSplit, mergedIds, parentId, ...rest } = order;
  const advanced = z.looseObject({}).safeParse(sent.advancedOptions).data;
  return {
    ...sent,
    ...rest,
    advancedOptions: { ...advanced, mergedOrSplit, mergedIds, parentId },
  };
}
