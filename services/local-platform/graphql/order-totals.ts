import type { Order, OrderLine } from '../store/records.ts';
import type { Context } from './context.ts';
import { amountOf, hundredthsOf, moneyBag } from './money.ts';

export const paidFor = (line: OrderLine) => line.discountedUnitPrice ?? line.unitPrice;
export const leftOf = (line: OrderLine) => line.currentQuantity ?? line.quantity;

function sumOf(order: Order, quantityOf: (line: OrderLine) => number): number {
  return order.lines.reduce((sum, line) => sum + hundredthsOf(paidFor(line)) * quantityOf(line), 0);
}

export function totalOf(order: Order): number {
  return sumOf(order, ({ quantity }) => quantity) + hundredthsOf(order.shippingPrice);
}

/** The total without returned items; the shipping is returned with the last item. */
export function currentTotalOf(order: Order): number {
  const isAllBack = order.lines.every((line) => leftOf(line) === 0);
  return sumOf(order, leftOf) + (isAllBack ? 0 : hundredthsOf(order.shippingPrice));
}

const unpaid: readonly Order['financialStatus'][] = ['PENDING', 'AUTHORIZED', 'VOIDED', 'REFUNDED'];

/** The money that the store has received and not given back. */
export function netPaymentOf(order: Order): number {
  if (unpaid.includes(order.financialStatus)) return 0;
  const total = currentTotalOf(order);
  return order.financialStatus === 'PARTIALLY_PAID' ? Math.floor(total / 2) : total;
}

export const bag = ({ store }: Context, hundredths: number, paidIn = store.shop.currencyCode) =>
  moneyBag(amountOf(hundredths), store.shop.currencyCode, paidIn);
