import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeSeeds } from '../seed/stores.ts';
import { temporaryFolder } from '../test-platform.ts';
import { Store, type Transaction, View } from './store.ts';

function plant(transaction: Transaction): void {
  const [seed] = storeSeeds;
  seed?.plant(transaction, ['read_products'], new Date());
}

function open(folder = temporaryFolder()) {
  const path = join(folder, 'store.jsonl');
  return { path, store: new Store(path, plant), again: () => new Store(path, plant) };
}

function rename(store: Store, name: string): void {
  const [group] = store.tables.groups.all();
  if (group === undefined) throw new Error('There is no group');
  store.transact((transaction) => transaction.put('groups', { ...group, name }));
}
const firstName = (store: Store) => store.tables.groups.all()[0]?.name;

describe('Store', () => {
  it('is seeded alike every time', () => {
    expect(readFileSync(open().path, 'utf8')).toBe(readFileSync(open().path, 'utf8'));
  });

  it('takes no more once it is closed, however often', () => {
    const { store, again } = open();
    store.close();
    store.close();
    // This store's file gets the number of the closed one.
    const other = again();
    expect(() => rename(store, 'Renamed')).toThrow('is closed');
    rename(other, 'Other');
    expect(firstName(again())).toBe('Other');
  });

  it('has on disk what it answered, without being closed', () => {
    const { store, again } = open();
    rename(store, 'Renamed');
    const id = store.transact((transaction) => {
      transaction.remove('pages', 1);
      return transaction.newId();
    });
    const reopened = again();
    expect(firstName(reopened)).toBe('Renamed');
    expect(reopened.transact((transaction) => transaction.newId())).toBeGreaterThan(id);
    expect(reopened.tables.orders.all()).toEqual(store.tables.orders.all());
  });

  it('forgets a change that a crash cut short, and goes on after it', () => {
    const { store, path, again } = open();
    rename(store, 'Whole');
    const whole = statSync(path).size;
    appendFileSync(path, '[["groups",1000305,{"id":1000305,"na');
    const reopened = again();
    expect(firstName(reopened)).toBe('Whole');
    expect(statSync(path).size).toBe(whole);
    rename(reopened, 'After');
    expect(firstName(again())).toBe('After');
  });

  it('says which line of its file is damaged', () => {
    const { store, path, again } = open();
    rename(store, 'One');
    rename(store, 'Two');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = '[["groups",1,{"id":"x"}]]';
    writeFileSync(path, lines.join('\n'));
    expect(again).toThrow(/is damaged at line 2\. Delete it to start over from the seed\./);
  });

  it('does nothing when a change throws midway', () => {
    const { store, path } = open();
    const before = statSync(path).size;
    expect(() =>
      store.transact((transaction) => {
        transaction.remove('groups', store.tables.groups.all()[0]?.id ?? 0);
        throw new Error('refused');
      }),
    ).toThrow('refused');
    expect(store.tables.groups.size).toBe(4);
    expect(statSync(path).size).toBe(before);
  });

  it('rewrites its file when that has grown far beyond its content', () => {
    const { store, path, again } = open();
    const [group] = store.tables.groups.all();
    if (group === undefined) throw new Error('There is no group');
    const description = 'x'.repeat(1_000_000);
    for (let round = 0; round < 12; round += 1) {
      store.transact((transaction) =>
        transaction.put('groups', { ...group, description: `${round}${description}` }),
      );
    }
    expect(statSync(path).size).toBeLessThan(8_000_000);
    expect(again().tables.groups.all()).toEqual(store.tables.groups.all());
  });

  it('begins anew when reset', () => {
    const { store, path, again } = open();
    const seeded = readFileSync(path, 'utf8');
    rename(store, 'Renamed');
    store.reset(plant);
    expect(firstName(store)).toBe('Every week or two');
    expect(readFileSync(path, 'utf8')).toBe(seeded);
    rename(store, 'Later');
    expect(firstName(again())).toBe('Later');
  });
});

describe('View', () => {
  it('is worked out again only when its tables change', () => {
    const { store } = open();
    let computed = 0;
    const names = new View(['groups'], ({ tables }) => {
      computed += 1;
      return tables.groups.all().map((group) => group.name);
    });
    expect(names.of(store)).toBe(names.of(store));
    store.transact((transaction) => transaction.remove('customers', 1));
    names.of(store);
    expect(computed).toBe(1);
    rename(store, 'Renamed');
    expect(names.of(store)).toContain('Renamed');
    expect(computed).toBe(2);
  });
});
