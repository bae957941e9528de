import { z } from 'zod';
import { Journal } from './journal.ts';
import { type Shop, type TableName, type Tables, tables } from './records.ts';
import { Table } from './table.ts';

type TableSet = { [Name in TableName]: Table<Tables[Name]> };

const tableNames = Object.keys(tables).filter((name): name is TableName => name in tables);

const lineSchema = z.array(z.tuple([z.enum(tableNames), z.number().int(), z.unknown()]));

/** One stored record (or, with null, one removed), as the journal has it. */
type Change = readonly [table: TableName, id: number, record: unknown];

/** The changes of one mutation; they apply all together or not at all. */
export class Transaction {
  readonly changes: Change[] = [];
  readonly #apply: Array<() => void> = [];
  readonly #tables: TableSet;
  #shop: Shop | null;

  constructor(tableSet: TableSet) {
    this.#tables = tableSet;
    this.#shop = tableSet.shop.get(1) ?? null;
  }

  put<Name extends TableName>(name: Name, record: Tables[Name]): void {
    this.changes.push([name, record.id, record]);
    this.#apply.push(() => this.#tables[name].put(record));
  }

  remove(name: TableName, id: number): void {
    this.changes.push([name, id, null]);
    this.#apply.push(() => this.#tables[name].remove(id));
  }

  /** Sets the shop of a new store. Must come first, because ids come from it. */
  beginShop(shop: Shop): void {
    this.#shop = shop;
  }

  /** Changes the store's own record; several calls in one transaction build on each other. */
  updateShop(change: Partial<Shop>): void {
    if (this.#shop === null) throw new Error('The store has no shop record yet');
    this.#shop = { ...this.#shop, ...change };
  }

  /** The next free id, for records of every kind. Ids are never used twice. */
  newId(): number {
    if (this.#shop === null) throw new Error('The store has no shop record yet');
    const id = this.#shop.nextId;
    this.#shop = { ...this.#shop, nextId: id + 1 };
    return id;
  }

  /** Completes the list of changes; call it once. */
  finish(): void {
    if (this.#shop !== null && this.#shop !== this.#tables.shop.get(1)) {
      this.put('shop', this.#shop);
    }
  }

  apply(): void {
    for (const change of this.#apply) change();
  }
}

/**
 * One store's data, all of it in memory; every change goes to a journal first. Transactions don't overlap, because Node runs one thing at a
 * time and a transaction never waits.
 */
export class Store {
  readonly tables: TableSet = {
    shop: new Table(tables.shop),
    products: new Table(tables.products),
    variants: new Table(tables.variants),
    customers: new Table(tables.customers),
    orders: new Table(tables.orders),
    fulfillments: new Table(tables.fulfillments),
    groups: new Table(tables.groups),
    profiles: new Table(tables.profiles),
    pages: new Table(tables.pages),
    themes: new Table(tables.themes),
    metafields: new Table(tables.metafields),
    files: new Table(tables.files),
    contracts: new Table(tables.contracts),
    paymentMethods: new Table(tables.paymentMethods),
    attempts: new Table(tables.attempts),
    cycleEdits: new Table(tables.cycleEdits),
    drafts: new Table(tables.drafts),
    tokens: new Table(tables.tokens),
    codes: new Table(tables.codes),
  };
  readonly fulfillmentsByOrder = this.tables.fulfillments.indexBy(({ orderId }) => orderId);
  readonly contractsByCustomer = this.tables.contracts.indexBy(({ customerId }) => customerId);
  readonly methodsByCustomer = this.tables.paymentMethods.indexBy(({ customerId }) => customerId);
  readonly attemptsByContract = this.tables.attempts.indexBy(({ contractId }) => contractId);
  readonly attemptsByOrder = this.tables.attempts.indexBy(({ orderId }) => orderId);
  readonly contractsByOriginOrder = this.tables.contracts.indexBy(
    ({ originOrderId }) => originOrderId,
  );
  readonly attemptsByKey = this.tables.attempts.indexBy(({ idempotencyKey }) => idempotencyKey);
  readonly editsByContract = this.tables.cycleEdits.indexBy(({ contractId }) => contractId);
  #journal: Journal;

  /** Opens the store's file; fills a new one with `seed`. */
  constructor(path: string, seed: (transaction: Transaction) => void) {
    const journal = Journal.open(path, (line) => this.#load(line));
    if (journal === null) {
      this.#journal = this.#begin(path, seed);
      return;
    }
    this.#journal = journal;
    if (this.tables.shop.get(1) === undefined) {
      throw new Error(`The store file ${path} has no shop. Delete it to start over from the seed.`);
    }
  }

  get shop(): Shop {
    const shop = this.tables.shop.get(1);
    if (shop === undefined) throw new Error(`The store file ${this.#journal.path} has no shop.`);
    return shop;
  }

  get domain(): string {
    return `${this.shop.handle}.myshopify.com`;
  }

  /** Runs `change`, and returns when its changes are durable. If it throws, nothing has changed. */
  transact<Result>(change: (transaction: Transaction) => Result): Result {
    const transaction = new Transaction(this.tables);
    const result = change(transaction);
    transaction.finish();
    if (transaction.changes.length === 0) return result;
    this.#journal.append(transaction.changes);
    transaction.apply();
    if (this.#journal.wantsCompaction) this.#compact();
    return result;
  }

  reset(seed: (transaction: Transaction) => void): void {
    const path = this.#journal.path;
    this.#journal.close();
    for (const name of tableNames) this.tables[name].clear();
    this.#journal = this.#begin(path, seed);
  }

  close(): void {
    this.#journal.close();
  }

  #begin(path: string, seed: (transaction: Transaction) => void): Journal {
    const transaction = new Transaction(this.tables);
    seed(transaction);
    transaction.finish();
    const journal = Journal.create(path, transaction.changes);
    transaction.apply();
    return journal;
  }

  #load(line: unknown): void {
    for (const [name, id, record] of lineSchema.parse(line)) {
      if (record === null) this.tables[name].remove(id);
      else this.tables[name].load(record);
    }
  }

  #compact(): void {
    const changes: Change[] = [];
    for (const name of tableNames) {
      for (const record of this.tables[name].all()) changes.push([name, record.id, record]);
    }
    const path = this.#journal.path;
    this.#journal.close();
    this.#journal = Journal.create(path, changes);
  }
}

/** A value computed from some of a store's tables and cached until one of them changes. */
export class View<Value> {
  readonly #from: readonly TableName[];
  readonly #compute: (store: Store) => Value;
  readonly #known = new WeakMap<Store, { version: string; value: Value }>();

  constructor(from: readonly TableName[], compute: (store: Store) => Value) {
    this.#from = from;
    this.#compute = compute;
  }

  of(store: Store): Value {
    const version = this.#from.map((name) => store.tables[name].version).join(' ');
    const known = this.#known.get(store);
    if (known !== undefined && known.version === version) return known.value;
    const value = this.#compute(store);
    this.#known.set(store, { version, value });
    return value;
  }
}
