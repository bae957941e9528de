import { existsSync, globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// These documents name the test of each statement. A table that names missing tests would prove nothing.

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

/** What is called that can fail a test: an expectation, or a query that throws if it finds nothing. */
const assertion = /^(expect|assert)(\b|[A-Z])|\b(get|find)(All)?By[A-Z]\w*$/;

/** For each test of a file, by its title: whether it makes a call that can fail it. */
function assertingOf(content: string): Map<string, boolean> {
  const asserting = new Map<string, boolean>();
  const calls = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && assertion.test(node.expression.getText())) ||
    (ts.forEachChild(node, (child) => calls(child) || undefined) ?? false);
  const visit = (node: ts.Node): void => {
    const [title, ...others] = ts.isCallExpression(node) ? node.arguments : [];
    const body = others.find(ts.isFunctionLike);
    if (title && body) {
      const text = ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1);
      asserting.set(text, calls(body) || (asserting.get(text) ?? false));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.tsx', content, ts.ScriptTarget.Latest, true));
  return asserting;
}

const read = new Map<string, Map<string, boolean>>();

function testsOf(path: string): Map<string, boolean> {
  const known = read.get(path);
  if (known !== undefined) return known;
  const tests = assertingOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
  read.set(path, tests);
  return tests;
}

/** Complaints about rows whose sources or tests are missing, or whose tests assert nothing. */
function missingIn(rows: readonly Row[]): string[] {
  return rows.flatMap(({ statement, sources, tests, reason }) => [
    ...(tests.length === 0 && !reason ? [`${statement}: neither a test nor a reason`] : []),
    ...sources.filter((path) => !existsSync(path)),
    ...tests
      .filter(([path, title]) => !testsOf(path).get(title))
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

/** Texts of the bridge itself, which `app/bridge/bridge-library.test.tsx` covers, and one that begins with the product's name. */
const saidElsewhere = [
  'Action is not permitted',
  'No AppBridge context provided...',
  'host must be provided',
  'apiKey must be provided',
  'not a valid host, …',
  'Simple Subscription',
];

/** The characters around a text that stands alone: quotes, or the tags and values of a screen. */
const surroundings = [
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ...['>', '> ', '}', '} '].flatMap((before) => ['<', ' <', ' {'].map((after) => [before, after])),
];

/** The quoted texts of the statements that no source contains as a text of its own. */
function textsMissingIn(statements: readonly string[], sources: string): string[] {
  const texts = statements.flatMap((statement) =>
    [...statement.matchAll(/(?<!\w)'([^']+)'/g)].map(([, text = '']) => text),
  );
  const isOnItsOwn = (text: string) =>
    surroundings.some(([before, after]) => sources.includes(before + text + after));
  return texts.filter((text) => !isOnItsOwn(text));
}

it('every text between quotes stands in the source to the letter', () => {
  const statements = rowsOf(readFileSync('docs/specification-coverage.md', 'utf8'));
  const sources = globSync('{app,contract,services/subscription-api}/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ');
  const missing = textsMissingIn(
    statements.map(({ statement }) => statement),
    sources,
  );
  expect(missing).toEqual(saidElsewhere);
});

describe('the check of these tables', () => {
  it('would be told of a text that has another letter or a dot more', () => {
    const sources = "title: 'Saving...' <p> Have any queries? </p>";
    const told = textsMissingIn(["'Saving' and 'Saving...'", "'Have any queries?'"], sources);
    expect(told).toEqual(['Saving']);
  });

  it('would be told of a test that can not fail', () => {
    const tests = assertingOf(`
      it('is empty', () => {});
      it.each([1])('only does something', async (each) => { await press(each); }, 1_000);
      it.each(rows)('only names it %s', async (_, expected) => { await press(expected); });
      test('asserts within', async () => { for (const row of rows) expect(row).toBe(1); });
      describe('a suite', () => { it('finds it', async () => { await screen.findByText('it'); }); });
    `);
    expect([...tests].filter(([, asserts]) => !asserts).map(([title]) => title)).toEqual([
      'is empty',
      'only does something',
      'only names it %s',
    ]);
    expect(tests.size).toBe(6);
  });

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
