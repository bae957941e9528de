import { describe, expect, it } from 'vitest';
import { settingChangeTable } from '../store/schema.ts';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { databases } from '../testing/temporary-database.ts';
import { recordSettingChange } from './setting-change.ts';

describe.each(databases)('the history of settings on %s', (kind) => {
  const opened = databaseForSuite(kind);

  it('keeps what changed as it was, and secrets whatever they were', async () => {
    const createdAt = new Date('2031-05-04T03:02:01Z');
    const by = { shop: 'a.myshopify.com', actor: '7' };
    for (const [from, to] of [
      [false, true],
      [null, '12'],
      [3, null],
      ['same', 'same'],
      [null, null],
      ['changed', 'changed'],
    ] as const) {
      const context = { ...by, now: () => createdAt };
      await recordSettingChange(opened.database, context, {
        setting: 'settings.example',
        from,
        to,
      });
    }
    const rows = await opened.database.select().from(settingChangeTable);
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      ['false', 'true'],
      ['null', '"12"'],
      ['3', 'null'],
      ['"changed"', '"changed"'],
    ]);
    expect(rows[0]).toMatchObject({ ...by, setting: 'settings.example', createdAt });
  });

  it('goes with the transaction that it is in', async () => {
    const by = { shop: 'b.myshopify.com', actor: null, now: () => new Date() };
    await expect(
      opened.database.transaction(async (transaction) => {
        await recordSettingChange(transaction, by, { setting: 'settings.b', from: 1, to: 2 });
        throw new Error('not written');
      }),
    ).rejects.toThrow('not written');
    const rows = await opened.database.select().from(settingChangeTable);
    expect(rows.filter(({ shop }) => shop === by.shop)).toEqual([]);
  });
});
