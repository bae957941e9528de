import { handleOf } from '../graphql/pages.ts';
import type { Product, Variant } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import type { Coffee } from './coffees.ts';
import type { Random } from './random.ts';

const sizes = [
  { label: '250 g', grams: 250, factor: 1 },
  { label: '1 kg', grams: 1000, factor: 3.6 },
] as const;
const grinds = ['Whole bean', 'Ground'] as const;

/** The roast tag for each kind of coffee; a cold brew has none. */
const roasts = new Map([
  ['Single origin', 'light-roast'],
  ['Decaf', 'medium-roast'],
  ['Blend', 'medium-dark-roast'],
  ['Espresso', 'dark-roast'],
]);

function roastOf({ kind }: Coffee): string[] {
  const roast = roasts.get(kind);
  return roast === undefined ? [] : [roast];
}

/** Stores a coffee with its variants: two sizes, and most of them whole or ground. */
export function putCoffee(
  transaction: Transaction,
  coffee: Coffee,
  details: {
    random: Random;
    vendor: string;
    createdAt: string;
    tags: readonly string[];
    status: Product['status'];
  },
): { product: Product; variants: Variant[] } {
  const { random, vendor, createdAt, tags, status } = details;
  const productId = transaction.newId();
  const offered =
    coffee.kind === 'Cold brew'
      ? (['Ground'] as const)
      : random.next() < 0.2
        ? (['Whole bean'] as const)
        : grinds;
  const variants: Variant[] = [];
  for (const size of sizes) {
    for (const grind of offered) {
      const position = variants.length + 1;
      const variant: Variant = {
        id: transaction.newId(),
        productId,
        title: `${size.label} / ${grind}`,
        sku: `${handleOf(coffee.title).slice(0, 24).toUpperCase()}-${size.grams}-${grind === 'Ground' ? 'GR' : 'WB'}`,
        price: (Math.round(coffee.price * size.factor * 2) / 2).toFixed(2),
        position,
        inventoryQuantity: random.integer(0, 180),
        weightGrams: size.grams,
        createdAt,
        updatedAt: createdAt,
      };
      variants.push(variant);
      transaction.put('variants', variant);
    }
  }
  const product: Product = {
    id: productId,
    title: coffee.title,
    handle: handleOf(coffee.title),
    description: `${coffee.kind} coffee with notes of ${coffee.notes}.`,
    status,
    tags: [coffee.kind.toLowerCase().replace(' ', '-'), ...roastOf(coffee), ...tags],
    vendor,
    productType: 'Coffee',
    picture: handleOf(coffee.title),
    variantIds: variants.map((variant) => variant.id),
    requiresSellingPlan: false,
    templateSuffix: null,
    createdAt,
    updatedAt: createdAt,
  };
  transaction.put('products', product);
  return { product, variants };
}
