import { z } from 'zod';

/** The statuses of an order; only the first three can still be changed by an app. */
export const orderStatuses = [
  'awaiting_payment',
  'awaiting_shipment',
  'on_hold',
  'shipped',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const addressSchema = z.looseObject({ name: z.string().min(1) });

/** One order as an app sends it. Whatever else it has is kept as it came. */
export const sentOrderSchema = z.looseObject({
  orderNumber: z.string().min(1).max(50),
  orderKey: z.string().min(1).nullish(),
  orderDate: z.string().min(1),
  orderStatus: z.enum(orderStatuses),
  billTo: addressSchema,
  shipTo: addressSchema.extend({ street1: z.string().min(1), country: z.string().length(2) }),
});

export type SentOrder = z.infer<typeof sentOrderSchema>;

/** An order that ShipStation has. `merged` is into or from others, `parentId` that of the order it was split from. */
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
  /** How often it was sent. */
  timesSent: z.number().int(),
  sent: z.looseObject({}),
});

export type KeptOrder = z.infer<typeof keptOrderSchema>;

/** The order as ShipStation answers it. */
export function shownOrder(order: KeptOrder) {
  const { accountId, timesSent, sent, mergedOrSplit, mergedIds, parentId, ...rest } = order;
  const advanced = z.looseObject({}).safeParse(sent.advancedOptions).data;
  return {
    ...sent,
    ...rest,
    advancedOptions: { ...advanced, mergedOrSplit, mergedIds, parentId },
  };
}
