import type { Customer, Group, Product, Shop, Variant } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import { coffees, firstCoffees } from './coffees.ts';
import { importedPlans, plainPlan, putGroup } from './groups.ts';
import { putOrders } from './orders.ts';
import { person } from './people.ts';
import { putCoffee } from './products.ts';
import { Random } from './random.ts';
import { endOfRuns, hourOfDay, putContract, timestamp } from './subscriptions.ts';

/** A store with which the local platform starts. */
export type StoreSeed = {
  readonly handle: string;
  /** Fills the store. Its orders are from the year before `now`; `subscribers` have contracts in the established store. */
  plant(
    transaction: Transaction,
    grantedScopes: readonly string[],
    now: Date,
    subscribers?: number,
  ): void;
};

/** A fixed day, so that the catalog is the same at every start. */
const today = Date.parse('2026-11-01T09:00:00Z');
const day = 86_400_000;
const ordersInYear = 1_200;
const leastCustomers = 160;
const timeZone = 'America/Los_Angeles';

function shopOf(
  seed: Pick<Shop, 'handle' | 'name' | 'ownerName' | 'ownerUserId' | 'nextId'>,
  grantedScopes: readonly string[],
): Shop {
  return {
    ...seed,
    id: 1,
    email: `owner@${seed.handle}.example`,
    currencyCode: 'USD',
    timezone: timeZone,
    grantedScopes: [...grantedScopes].sort(),
    previousScopes: [],
    installed: true,
    marketDrivenShipping: false,
  };
}

type Catalog = {
  products: Product[];
  variants: Variant[];
};

function plantCatalog(transaction: Transaction, random: Random): Catalog {
  const products: Product[] = [];
  const variants: Variant[] = [];
  for (const [index, coffee] of coffees.entries()) {
    const seasonal = coffee.kind === 'Single origin' && index % 9 === 5;
    const planted = putCoffee(transaction, coffee, {
      random,
      vendor: 'Roast & Ritual',
      createdAt: timestamp(today - (400 - index * 3) * day),
      tags: [...(seasonal ? ['rotating'] : []), ...(index % 4 === 0 ? ['bestseller'] : [])],
      status: index % 29 === 28 ? 'ARCHIVED' : index % 23 === 22 ? 'DRAFT' : 'ACTIVE',
    });
    products.push(planted.product);
    variants.push(...planted.variants);
  }
  return { products, variants };
}

function plantCustomers(transaction: Transaction, random: Random, subscribers: number): Customer[] {
  const count = Math.max(leastCustomers, Math.round(subscribers * 1.2));
  return Array.from({ length: count }, (_, index) => {
    const { address, ...name } = person(random, index + 1);
    const createdAt = timestamp(today - random.integer(390, 720) * day);
    const customer: Customer = {
      id: transaction.newId(),
      ...name,
      phone: address.phone,
      tags: (subscribers > 0 ? index < subscribers : random.next() < 0.4) ? ['subscriber'] : [],
      address,
      createdAt,
      updatedAt: createdAt,
    };
    transaction.put('customers', customer);
    return customer;
  });
}

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id);
const variantIdsOf = (products: readonly Product[]) =>
  products.flatMap(({ variantIds }) => variantIds);

function plantGroups(transaction: Transaction, { products, variants }: Catalog): Group[] {
  const active = products.filter((product) => product.status === 'ACTIVE');
  const large = variants.filter((variant) => variant.weightGrams === 1000);
  const afterwards = { afterCycle: 2, percentage: 10 };
  const seeds = [
    {
      name: 'Every week or two',
      plans: [
        plainPlan('Every week', [1, 'WEEK'], 10),
        plainPlan('Every 2 weeks', [2, 'WEEK'], 5),
        plainPlan('Every month', [1, 'MONTH'], 5),
      ],
      productIds: idsOf(active.slice(0, 12)),
      variantIds: variantIdsOf(active.slice(0, 24)),
      daysAgo: 480,
    },
    {
      name: 'Welcome offer',
      plans: [
        plainPlan('Every 2 weeks', [2, 'WEEK'], 25, afterwards),
        plainPlan('Every month', [1, 'MONTH'], 25, afterwards),
      ],
      productIds: idsOf(active.slice(36, 42)),
      variantIds: variantIdsOf(active.slice(36, 46)),
      daysAgo: 250,
    },
    {
      name: 'Brew-based refill',
      plans: [plainPlan('Based on brewing', [1, 'WEEK'], 15)],
      variantIds: idsOf(large.slice(0, 20)),
      daysAgo: 130,
    },
  ];
  return seeds.map(({ daysAgo, ...seed }, position) =>
    putGroup(transaction, { ...seed, position, createdAt: timestamp(today - daysAgo * day) }),
  );
}

function putProfile(
  transaction: Transaction,
  seed: { name: string; isDefault: boolean; groupIds?: number[]; variantIds?: number[] },
): void {
  transaction.put('profiles', {
    id: transaction.newId(),
    name: seed.name,
    isDefault: seed.isDefault,
    ownedByMerchant: true,
    version: 1,
    groupIds: [...(seed.groupIds ?? [])].sort((left, right) => left - right),
    variantIds: [...(seed.variantIds ?? [])].sort((left, right) => left - right),
    createdAt: timestamp(today - 200 * day),
  });
}

function storeSeed(
  {
    optionalScopes = [],
    ...shop
  }: Pick<Shop, 'handle' | 'name' | 'ownerName' | 'ownerUserId' | 'nextId'> & {
    /** Granted in addition to the scopes that the app requires. */
    optionalScopes?: readonly string[];
  },
  plant: (transaction: Transaction, random: Random, now: Date, subscribers: number) => void,
): StoreSeed {
  return {
    handle: shop.handle,
    plant(transaction, grantedScopes, now, subscribers = 0) {
      transaction.beginShop(shopOf(shop, [...grantedScopes, ...optionalScopes]));
      plant(transaction, new Random(shop.handle), now, subscribers);
    },
  };
}

const roastAndRitual = storeSeed(
  {
    handle: 'roast-and-ritual',
    name: 'Roast & Ritual',
    ownerName: 'Robin Marlow',
    ownerUserId: 71_001,
    nextId: 1_000_001,
    optionalScopes: ['read_all_orders'],
  },
  (transaction, random, now, subscribers) => {
    const catalog = plantCatalog(transaction, random);
    // Comes before the customers, whose number varies, because the app's seed names a group by its id.
    const groups = plantGroups(transaction, catalog);
    const customers = plantCustomers(transaction, random, subscribers);
    const groupIds = idsOf(groups);
    putProfile(transaction, {
      name: 'General profile',
      isDefault: true,
      groupIds: groupIds.slice(0, 1),
    });
    putProfile(transaction, {
      name: 'Cold chain',
      isDefault: false,
      variantIds: variantIdsOf(catalog.products.slice(56)),
    });
    putProfile(transaction, {
      name: 'Subscriptions',
      isDefault: false,
      groupIds: groupIds.slice(1),
    });
    const imported = catalog.products.filter((product) => product.title === 'Costa Rica Tarrazú');
    putGroup(transaction, {
      name: 'Imported coffee club',
      position: 3,
      plans: importedPlans,
      productIds: idsOf(imported),
      variantIds: variantIdsOf(imported),
      createdAt: timestamp(today - 20 * day),
    });
    const titles = new Map(catalog.products.map((product) => [product.id, product.title]));
    const soldUntil = hourOfDay(now.getTime(), timeZone, 0);
    const until = subscribers > 0 ? endOfRuns(now.getTime(), timeZone) : soldUntil;
    const subscriptions = putOrders(
      transaction,
      random,
      { customers, groups, titles, timeZone, variants: catalog.variants },
      {
        ...(subscribers > 0 ? { subscribers } : { orders: ordersInYear }),
        ...{ firstNumber: 1001, soldUntil, until },
      },
    );
    if (subscribers === 0) return;
    for (const subscription of subscriptions) {
      putContract(transaction, random, subscription, { titles, timeZone, until });
    }
  },
);

/** Fills a new store: a few coffees and the default profile. */
function plantFirstCoffees(transaction: Transaction, random: Random, vendor: string): void {
  for (const coffee of firstCoffees) {
    putCoffee(transaction, coffee, {
      random,
      vendor,
      createdAt: timestamp(today - 5 * day),
      tags: [],
      status: 'ACTIVE',
    });
  }
  putProfile(transaction, { name: 'General profile', isDefault: true });
}

const firstCrack = storeSeed(
  {
    handle: 'first-crack',
    name: 'First Crack Coffee',
    ownerName: 'Sasha Lindgren',
    ownerUserId: 72_001,
    nextId: 2_000_001,
  },
  (transaction, random) => plantFirstCoffees(transaction, random, 'First Crack Coffee'),
);

/** A small store for benchmarks; numbers start at 1. */
export function numberedStore(number: number): StoreSeed {
  const name = `Corner Coffee ${number}`;
  return storeSeed(
    {
      handle: `corner-coffee-${number}`,
      name,
      ownerName: 'Kim Avery',
      ownerUserId: 80_000 + number,
      nextId: 10_000_001 + number * 10_000,
    },
    (transaction, random) => plantFirstCoffees(transaction, random, name),
  );
}

/** The stores with which the local platform starts, the established one first. */
export const storeSeeds: readonly StoreSeed[] = [roastAndRitual, firstCrack];
