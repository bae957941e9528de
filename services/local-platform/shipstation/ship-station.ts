import { randomUUID } from 'node:crypto';
import { Journal } from '../store/journal.ts';
import type { Account } from './accounts.ts';
import {
  type KeptOrder,
  keptOrderSchema,
  type OrderStatus,
  type SentOrder,
  sentOrderSchema,
} from './orders.ts';
import { RateLimit } from './rate-limit.ts';

type OrderResult = {
  orderId: number | null;
  orderNumber: string | null;
  orderKey: string | null;
  success: boolean;
  errorMessage: string | null;
};

const openStatuses: readonly OrderStatus[] = ['awaiting_payment', 'awaiting_shipment', 'on_hold'];
const firstOrderId = 5_000_000;

/** The orders that apps sent to ShipStation, with the warehouse's changes. Each change is on disk before its answer. */
export class ShipStation {
  readonly rateLimit = new RateLimit();
  readonly #path: string;
  #journal: Journal;
  readonly #orders = new Map<number, KeptOrder>();
  readonly #idsByKey = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
    const read = (line: unknown): void => {
      if (line === null) return;
      const order = keptOrderSchema.parse(line);
      this.#remember(order);
    };
    this.#journal = Journal.open(path, read) ?? Journal.create(path, null);
  }

  /** The account's orders, the latest first. */
  ordersOf(account: Account): KeptOrder[] {
    return [...this.#orders.values()].filter(({ accountId }) => accountId === account.id).reverse();
  }

  /** Creates an order, or updates the one with the same `orderKey` unless it was shipped or cancelled. */
  receive(account: Account, given: unknown, now: Date): OrderResult {
    const parsed = sentOrderSchema.safeParse(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refused(given, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
    }
    const sent = parsed.data;
    const known = this.#findByKey(account, sent.orderKey);
    if (known !== undefined && !openStatuses.includes(known.orderStatus)) {
      return refused(sent, `The order is ${known.orderStatus} and cannot be updated.`);
    }
    const order = this.#save({
      ...(known ?? this.#newOrder(account, sent, now)),
      orderNumber: sent.orderNumber,
      orderDate: sent.orderDate,
      orderStatus: sent.orderStatus,
      modifyDate: now.toISOString(),
      timesSent: (known?.timesSent ?? 0) + 1,
      sent,
    });
    const { orderId, orderNumber, orderKey } = order;
    return { orderId, orderNumber, orderKey, success: true, errorMessage: null };
  }

  /** Changes an order, like a warehouse; null if there is no such order. */
  change(
    orderId: number,
    change: Partial<Pick<KeptOrder, 'orderStatus' | 'mergedOrSplit' | 'mergedIds' | 'parentId'>>,
    now: Date,
  ): KeptOrder | null {
    const order = this.#orders.get(orderId);
    if (order === undefined) return null;
    return this.#save({ ...order, ...change, modifyDate: now.toISOString() });
  }

  reset(): void {
    this.rateLimit.forget();
    if (this.#orders.size === 0) return;
    this.#orders.clear();
    this.#idsByKey.clear();
    this.#journal.close();
    this.#journal = Journal.create(this.#path, null);
  }

  close(): void {
    this.#journal.close();
  }

  #findByKey(account: Account, orderKey: string | null | undefined): KeptOrder | undefined {
    if (orderKey === null || orderKey === undefined) return undefined;
    const orderId = this.#idsByKey.get(`${account.id} ${orderKey}`);
    return orderId === undefined ? undefined : this.#orders.get(orderId);
  }

  #newOrder(account: Account, sent: SentOrder, now: Date): Omit<KeptOrder, 'sent'> {
    return {
      orderId: firstOrderId + this.#orders.size + 1,
      accountId: account.id,
      orderKey: sent.orderKey ?? randomUUID(),
      orderNumber: sent.orderNumber,
      orderDate: sent.orderDate,
      orderStatus: sent.orderStatus,
      mergedOrSplit: false,
      mergedIds: [],
      parentId: null,
      createDate: now.toISOString(),
      modifyDate: now.toISOString(),
      timesSent: 0,
    };
  }

  #save(order: KeptOrder): KeptOrder {
    this.#journal.append(order);
    this.#remember(order);
    return order;
  }

  #remember(order: KeptOrder): void {
    this.#orders.set(order.orderId, order);
    this.#idsByKey.set(`${order.accountId} ${order.orderKey}`, order.orderId);
  }
}

/** The result of an order that ShipStation refuses. */
export function refused(given: unknown, errorMessage: string): OrderResult {
  const text = (name: 'orderNumber' | 'orderKey'): string | null => {
    if (typeof given !== 'object' || given === null) return null;
    const value = Object.entries(given).find(([entry]) => entry === name)?.[1];
    return typeof value === 'string' ? value : null;
  };
  return {
    orderId: null,
    orderNumber: text('orderNumber'),
    orderKey: text('orderKey'),
    success: false,
    errorMessage,
  };
}
