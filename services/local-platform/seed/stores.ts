import type {
  Customer,
  Group,
  Order,
  OrderLine,
  Product,
  Shop,
  Variant,
} from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import { coffees, firstCoffees } from './coffees.ts';
import { importedPlans, plainPlan, putGroup } from './groups.ts';
import { person } from './people.ts';
import { putCoffee } from './products.ts';
import { Random } from './random.ts';

/** A store that the local platform begins with. */
export type StoreSeed = {
  readonly handle: string;
  plant(transaction: Transaction, grantedScopes: readonly string[]): void;
};

/** The day on which the stores stand still, so that every start looks alike. */
const today = Date.parse('2026-11-01T09:00:00Z');
const day = 86_400_000;

function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function shopOf(
  seed: Pick<Shop, 'handle' | 'name' | 'ownerName' | 'ownerUserId' | 'nextId'>,
  grantedScopes: readonly string[],
): Shop {
  return {
    ...seed,
    id: 1,
    email: `owner@${seed.handle}.example`,
    currencyCode: 'USD',
    timezone: 'America/Los_Angeles',
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

function plantCustomers(transaction: Transaction, random: Random): Customer[] {
  return Array.from({ length: 40 }, (_, index) => {
    const { address, ...name } = person(random, index + 1);
    const createdAt = timestamp(today - random.integer(190, 720) * day);
    const customer: Customer = {
      id: transaction.newId(),
      ...name,
      phone: address.phone,
      tags: random.next() < 0.4 ? ['subscriber'] : [],
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
      daysAgo: 150,
    },
    {
      name: 'Welcome offer',
      plans: [
        plainPlan('Every 2 weeks', [2, 'WEEK'], 25, afterwards),
        plainPlan('Every month', [1, 'MONTH'], 25, afterwards),
      ],
      productIds: idsOf(active.slice(36, 42)),
      variantIds: variantIdsOf(active.slice(36, 46)),
      daysAgo: 90,
    },
    {
      name: 'Brew-based refill',
      plans: [plainPlan('Based on brewing', [1, 'WEEK'], 15)],
      variantIds: idsOf(large.slice(0, 20)),
      daysAgo: 40,
    },
  ];
  return seeds.map(({ daysAgo, ...seed }, position) =>
    putGroup(transaction, { ...seed, position, createdAt: timestamp(today - daysAgo * day) }),
  );
}

function plantOrders(
  transaction: Transaction,
  random: Random,
  parts: { catalog: Catalog; customers: Customer[]; groups: Group[] },
): void {
  const titles = new Map(parts.catalog.products.map((product) => [product.id, product.title]));
  const plans = parts.groups.flatMap((group) =>
    group.plans.map((plan) => ({ plan, variantIds: new Set(group.variantIds) })),
  );
  for (let index = 0; index < 300; index += 1) {
    const createdAt = today - Math.round((300 - index) * 0.6 * day) + random.integer(0, 36_000_000);
    const customer = random.pick(parts.customers);
    const lines: OrderLine[] = [];
    for (let line = random.integer(1, 3); line > 0; line -= 1) {
      const variant = random.pick(parts.catalog.variants);
      if (lines.some((known) => known.variantId === variant.id)) continue;
      const offer = plans.find((candidate) => candidate.variantIds.has(variant.id));
      lines.push({
        id: transaction.newId(),
        variantId: variant.id,
        title: titles.get(variant.productId) ?? '',
        variantTitle: variant.title,
        sku: variant.sku,
        quantity: random.integer(1, 3),
        unitPrice: variant.price,
        sellingPlan:
          offer !== undefined && random.next() < 0.6
            ? { id: offer.plan.id, name: offer.plan.name }
            : null,
      });
    }
    const subscribed = lines.some((line) => line.sellingPlan !== null);
    const age = today - createdAt;
    const order: Order = {
      id: transaction.newId(),
      number: 1001 + index,
      customerId: customer.id,
      email: customer.email,
      note: random.next() < 0.08 ? 'Please leave it at the back door.' : null,
      tags: subscribed ? ['Subscription'] : [],
      financialStatus: random.next() < 0.03 ? 'REFUNDED' : age < 2 * day ? 'PENDING' : 'PAID',
      fulfillmentStatus:
        age > 6 * day ? 'FULFILLED' : random.next() < 0.15 ? 'ON_HOLD' : 'UNFULFILLED',
      // A few orders lack an address, as gifts and pick-ups do: they are what a sync must not stumble over.
      shippingAddress: random.next() < 0.02 ? null : customer.address,
      shippingTitle: 'Standard',
      shippingPrice: '4.90',
      lines,
      createdAt: timestamp(createdAt),
      cancelledAt: random.next() < 0.02 ? timestamp(createdAt + 3_600_000) : null,
    };
    transaction.put('orders', order);
  }
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

/** A store with a name and an owner, and what is planted in it. */
function storeSeed(
  shop: Pick<Shop, 'handle' | 'name' | 'ownerName' | 'ownerUserId' | 'nextId'>,
  plant: (transaction: Transaction, random: Random) => void,
): StoreSeed {
  return {
    handle: shop.handle,
    plant(transaction, grantedScopes) {
      transaction.beginShop(shopOf(shop, grantedScopes));
      plant(transaction, new Random(shop.handle));
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
  },
  (transaction, random) => {
    const catalog = plantCatalog(transaction, random);
    const customers = plantCustomers(transaction, random);
    const groups = plantGroups(transaction, catalog);
    plantOrders(transaction, random, { catalog, customers, groups });
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
  },
);

const firstCrack = storeSeed(
  {
    handle: 'first-crack',
    name: 'First Crack Coffee',
    ownerName: 'Sasha Lindgren',
    ownerUserId: 72_001,
    nextId: 2_000_001,
  },
  (transaction, random) => {
    for (const coffee of firstCoffees) {
      putCoffee(transaction, coffee, {
        random,
        vendor: 'First Crack Coffee',
        createdAt: timestamp(today - 5 * day),
        tags: [],
        status: 'ACTIVE',
      });
    }
    putProfile(transaction, { name: 'General profile', isDefault: true });
  },
);

/** The stores of the local platform, the established one first. */
export const storeSeeds: readonly StoreSeed[] = [roastAndRitual, firstCrack];
