import type { RoastDay, RoastItem, RoastPlan } from '#contract/roast-plan.ts';

/** How an item's bags differ from those that were taken, and by how many. */
export type RoastChange = { kind: 'new' | 'more' | 'fewer' | 'gone'; bags: number };

export type SheetRow = Pick<RoastItem, 'id' | 'title' | 'variantTitle'> & {
  /** The product, or the item itself if it has none: rows of one coffee stand together. */
  coffee: string;
  bags: number;
  /** Null if a bag's weight isn't known. */
  kilograms: number | null;
  green: number | null;
  /** Bags in stock when the day begins, after what the days before need; null if the platform doesn't count them. */
  stock: number | null;
  /** Bags that stock doesn't cover; null as `stock`. */
  toRoast: number | null;
  change: RoastChange | null;
};

export type RoastTotals = {
  bags: number;
  /** Of the bags that have a weight. */
  kilograms: number;
  green: number | null;
  bagsWithoutWeight: number;
};

export type DaySummary = Pick<RoastDay, 'day' | 'orders' | 'deliveries'> &
  RoastTotals & {
    isTaken: boolean;
    /** How many items differ from what was taken. */
    changes: number;
  };

/** The weight of green coffee that becomes so much roasted coffee. */
export const greenOf = (kilograms: number, lossPercent: number) =>
  kilograms / (1 - lossPercent / 100);

function changeOf(bags: number, taken: RoastDay['taken'], id: string): RoastChange | null {
  if (taken === null) return null;
  const was = taken.bags[id] ?? 0;
  if (bags === was) return null;
  if (was === 0) return { kind: 'new', bags };
  if (bags === 0) return { kind: 'gone', bags: was };
  return bags > was ? { kind: 'more', bags: bags - was } : { kind: 'fewer', bags: was - bags };
}

/** The rows of each day that needs something, or whose taken plan did. Stock goes to the earliest days first. */
function rowsByDay({ items, days, lossPercent }: RoastPlan): Map<string, SheetRow[]> {
  const left = new Map(items.map(({ id, stock }) => [id, stock]));
  return new Map(
    days.map(({ day, bags: planned, charged, taken }) => {
      const rows = items.flatMap(({ id, product, title, variantTitle, grams }): SheetRow[] => {
        const bags = planned[id] ?? 0;
        const stock = left.get(id) ?? null;
        // The platform has taken what is charged out of stock already.
        const open = bags - (charged[id] ?? 0);
        const change = changeOf(bags, taken, id);
        if (bags === 0 && change === null) return [];
        if (stock !== null) left.set(id, Math.max(0, stock - open));
        const kilograms = grams === null ? null : (bags * grams) / 1000;
        return [
          {
            ...{ id, title, variantTitle, coffee: product ?? id, bags, kilograms, stock, change },
            green:
              kilograms === null || lossPercent === null ? null : greenOf(kilograms, lossPercent),
            toRoast: stock === null ? null : Math.max(0, open - stock),
          },
        ];
      });
      return [day, rows];
    }),
  );
}

/** The sum of some rows. */
export function totalsOf(
  rows: readonly Pick<SheetRow, 'bags' | 'kilograms' | 'green'>[],
): RoastTotals {
  const sum = (numberOf: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + numberOf(row), 0);
  return {
    bags: sum(({ bags }) => bags),
    kilograms: sum(({ kilograms }) => kilograms ?? 0),
    green: rows.some(({ green }) => green !== null) ? sum(({ green }) => green ?? 0) : null,
    bagsWithoutWeight: sum(({ bags, kilograms }) => (kilograms === null ? bags : 0)),
  };
}

/** The plan as its screen and its file show it: a line for each day, and each day's rows. */
export function roastSheets(plan: RoastPlan): {
  days: DaySummary[];
  rows: Map<string, SheetRow[]>;
} {
  const rows = rowsByDay(plan);
  const days = plan.days.map(({ day, orders, deliveries, taken }): DaySummary => {
    const ofDay = rows.get(day) ?? [];
    return {
      ...{ day, orders, deliveries, ...totalsOf(ofDay) },
      isTaken: taken !== null,
      changes: ofDay.filter(({ change }) => change !== null).length,
    };
  });
  return { days, rows };
}

/** A change in words: "2 more", "New". */
export function changeWords({ kind, bags }: RoastChange): string {
  switch (kind) {
    case 'new':
      return 'New';
    case 'gone':
      return `Gone, was ${bags}`;
    case 'more':
      return `${bags} more`;
    case 'fewer':
      return `${bags} fewer`;
  }
}
