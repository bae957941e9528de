import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// These documents say which test holds which statement: a table that names what is not there says nothing.

type Row = {
  statement: string;
  sources: string[];
  tests: Array<[string, string]>;
  reason: boolean;
};

const source = /`([^`]+)`/g;
const test = /`([^`]+)` “([^”]+(?:”[^”<|]+)*)”/g;

function rowsOf(document: string): Row[] {
  return document
    .split('\n')
    .filter((line) => /^\| (?!Statement \|)/.test(line))
    .map((line) => {
      const [, statement = '', where = '', held = ''] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return {
        statement,
        sources: [...where.matchAll(source)].map(([, path = '']) => path),
        tests: held
          .split('<br>')
          .flatMap((each) => [...each.matchAll(test)])
          .map(([, path = '', title = '']) => [path, title]),
        reason: /No test: \S/.test(held),
      };
    });
}

const contents = new Map<string, string>();

function contentOf(path: string): string {
  const known = contents.get(path);
  if (known !== undefined) return known;
  const content = existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
  contents.set(path, content);
  return content;
}

/** What is named in the rows and is not there; a title stands in its file as a text of its own. */
function missingIn(rows: readonly Row[]): string[] {
  return rows.flatMap(({ statement, sources, tests, reason }) => [
    ...(tests.length === 0 && !reason ? [`${statement}: neither a test nor a reason`] : []),
    ...sources.filter((path) => !existsSync(path)),
    ...tests
      .filter(([path, title]) =>
        ["'", '"', '`'].every((quote) => !contentOf(path).includes(`${quote}${title}${quote}`)),
      )
      .map(([path, title]) => `${path} “${title}”`),
  ]);
}

it.each([
  ['docs/specification-coverage.md', 200],
  ['docs/security.md', 15],
])('%s names files and tests that are there, or says why there is none', (document, least) => {
  const rows = rowsOf(readFileSync(document, 'utf8'));
  expect(rows.length).toBeGreaterThan(least);
  expect(missingIn(rows)).toEqual([]);
});

describe('the check of these tables', () => {
  it('would be told of a file, a test or a reason that is missing', () => {
    const told = rowsOf(
      [
        '| A | `app/gone.ts` | `scripts/checks/counts.test.ts` “is gone” |',
        '| B | `app/root.tsx` | |',
        '| C | `app/root.tsx` | No test: it is only a frame. |',
        '| D | `app/root.tsx` | `app/gone.test.ts` “%s” |',
      ].join('\n'),
    );
    expect(missingIn(told)).toEqual([
      'app/gone.ts',
      'scripts/checks/counts.test.ts “is gone”',
      'B: neither a test nor a reason',
      'app/gone.test.ts “%s”',
    ]);
  });
});
