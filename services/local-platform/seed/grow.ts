import type { Customer } from '../store/records.ts';
import type { Store, Transaction } from '../store/store.ts';
import { coffees } from './coffees.ts';
import { plainPlan, putGroup } from './groups.ts';
import { putOrders } from './orders.ts';
import { person } from './people.ts';
import { putCoffee } from './products.ts';
import { Random } from './random.ts';

/** The size that a store should reach, including what it has. */
export type Growth = {
  products?: number | undefined;
  groups?: number | undefined;
  /** Variants of the group "Everything we roast". Adds products if there are too few variants. */
  variantsInGroup?: number | undefined;
  profiles?: number | undefined;
  /** Orders of the last year, with one customer for every twelve. */
  orders?: number | undefined;
};

export const grownGroupName = 'Everything we roast';
const createdAt = '2026-10-20T08:00:00Z';

function growProducts(store: Store, transaction: Transaction, growth: Growth): number[] {
  const random = new Random(`grow ${store.shop.handle}`);
  const variantIds = store.tables.variants.all().map((variant) => variant.id);
  const wantedProducts = growth.products ?? 0;
  const wantedVariants = growth.variantsInGroup ?? 0;
  for (
    let number = store.tables.products.size;
    number < wantedProducts || variantIds.length < wantedVariants;
    number += 1
  ) {
    const coffee = coffees[number % coffees.length];
    if (coffee === undefined) break;
    const planted = putCoffee(
      transaction,
      { ...coffee, title: `${coffee.title} Lot ${number + 1}` },
      { random, vendor: store.shop.name, createdAt, tags: [], status: 'ACTIVE' },
    );
    variantIds.push(...planted.variants.map((variant) => variant.id));
  }
  return variantIds;
}

function growCustomers(store: Store, transaction: Transaction, wanted: number): Customer[] {
  const random = new Random(`customers ${store.shop.handle}`);
  const customers = [...store.tables.customers.all()];
  while (customers.length < wanted) {
    const { address, ...name } = person(random, customers.length + 1);
    const customer: Customer = {
      id: transaction.newId(),
      ...name,
      phone: address.phone,
      tags: [],
      address,
      createdAt,
      updatedAt: createdAt,
    };
    transaction.put('customers', customer);
    customers.push(customer);
  }
  return customers;
}

function growOrders(store: Store, transaction: Transaction, wanted: number, now: Date): void {
  const { products, variants, groups, orders } = store.tables;
  const count = wanted - orders.size;
  if (count <= 0) return;
  const customers = growCustomers(store, transaction, Math.ceil(wanted / 12));
  putOrders(
    transaction,
    new Random(`orders ${store.shop.handle}`),
    {
      customers,
      variants: variants.all(),
      titles: new Map(products.all().map(({ id, title }) => [id, title])),
      groups: groups.all().filter(({ variantIds }) => variantIds.length > 0),
      timeZone: store.shop.timezone,
    },
    { orders: count, firstNumber: 1001 + orders.size, until: now.getTime() },
  );
}

/** Makes a store large, for benchmarks and tests of long lists, in one transaction. */
export function growStore(store: Store, growth: Growth, now = new Date()): void {
  store.transact((transaction) => {
    const variantIds = growProducts(store, transaction, growth);
    let groups = store.tables.groups.size;
    const groupIds: number[] = [];
    if (growth.variantsInGroup !== undefined) {
      const known = store.tables.groups.all().find((group) => group.name === grownGroupName);
      const members = variantIds.slice(0, growth.variantsInGroup);
      if (known !== undefined) transaction.put('groups', { ...known, variantIds: members });
      else {
        groups += 1;
        putGroup(transaction, {
          name: grownGroupName,
          position: 0,
          plans: [plainPlan('Every week', [1, 'WEEK'], 10)],
          variantIds: members,
          createdAt,
        });
      }
    }
    for (; groups < (growth.groups ?? 0); groups += 1) {
      const group = putGroup(transaction, {
        name: `Subscription ${String(groups + 1).padStart(4, '0')}`,
        position: groups,
        plans: [
          plainPlan('Every week', [1, 'WEEK'], 10),
          plainPlan('Every month', [1, 'MONTH'], 5),
        ],
        variantIds: variantIds.slice(groups % 50, (groups % 50) + 3),
        createdAt,
      });
      groupIds.push(group.id);
    }
    for (let number = store.tables.profiles.size; number < (growth.profiles ?? 0); number += 1) {
      transaction.put('profiles', {
        id: transaction.newId(),
        name: `Delivery zone ${String(number + 1).padStart(3, '0')}`,
        isDefault: false,
        ownedByMerchant: true,
        version: 1,
        groupIds: groupIds.slice(number, number + 1),
        variantIds: [],
        createdAt,
      });
    }
    growOrders(store, transaction, growth.orders ?? 0, now);
  });
}
