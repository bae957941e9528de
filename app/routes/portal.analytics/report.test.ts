import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../requests/csv.ts';
import { analyticsExample } from '../../testing/analytics-example.ts';
import { overallRetention, percentOf, reportTables } from './report.ts';

/** Reads a file of comma-separated values back, as RFC 4180 has it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a file of comma-separated values', () => {
  it('can be read back, whatever its texts are, and holds no formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '=1+1',
        '+1',
        '-1',
        '@sum(A1)',
        '\t=1',
        ' =1',
        '\r=1',
        'a,b',
        'a"b',
        'a\nb',
        "'",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
        (rows) => {
          const file = csvOf(rows);
          expect(file.startsWith('\uFEFF')).toBe(true);
          const read = readCsv(file.slice(1));
          expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
          for (const [y, row] of rows.entries()) {
            for (const [x, typed] of row.entries()) {
              const found = read[y]?.[x] ?? '';
              expect([typed, `'${typed}`]).toContain(found);
              expect(found.trimStart()).not.toMatch(/^[=+\-@]/);
            }
          }
        },
      ),
    );
  });

  it('keeps numbers numbers, negative ones too', () => {
    expect(csvOf([['Plan', -1.5, null]])).toBe('\uFEFFPlan,-1.5,\r\n');
  });
});

describe('reports', () => {
  const tables = reportTables(analyticsExample);

  it('say what is shown, and what a file has', () => {
    expect(tables['revenue-by-plan'].columns.at(-1)).toBe('Revenue (USD)');
    expect(tables['revenue-by-plan'].rows[0]).toEqual([
      { shown: 'Every week', value: 'Every week' },
      { shown: '1,204', value: 1204 },
      { shown: '80', value: 80 },
      { shown: '$12,345.60', value: 12345.6 },
    ]);
    expect(tables['active-subscriptions'].rows[0]?.[0]).toEqual({
      shown: 'Nov 2, 2026',
      value: '2026-11-02',
    });
    const retention = tables.retention.rows.map((row) => row.map(({ shown }) => shown));
    expect(retention[0]?.slice(0, 5)).toEqual(['Sep 2026', '8', '87.5%', '50%', '–']);
    expect(tables.retention.columns).toHaveLength(retention[0]?.length ?? 0);
  });

  it('take the retention of all months together from those that are followed for so long', () => {
    expect(overallRetention(analyticsExample.retention).slice(0, 4)).toEqual([100, 75, 50, null]);
    expect(overallRetention([])).toEqual(Array.from({ length: 13 }, () => null));
    expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33.3, 0]);
  });
});
