import { describe, expect, it } from 'vitest';
import { fieldsIn, pruneSchema } from './prune.ts';

const sdl = `
"""Everything."""
schema { query: QueryRoot }
directive @idempotent(key: String!) on FIELD
directive @other on FIELD
interface Node { id: ID! }
type QueryRoot { thing(by: By, order: Order): Thing old: String @deprecated(reason: "No longer") }
"A thing."
type Thing implements Node & Named { id: ID! name: String! other: Other either: Either }
type Other { x: Int }
type Kept { y: Int }
interface Named { name: String! }
union Either = Other | Kept
input By { name: String inner: Inner }
input Inner { value: Int }
enum Order { UP DOWN }
enum Unused { A }
`;

describe('pruneSchema', () => {
  it('keeps what is named, what that reaches by arguments, and nothing else', () => {
    const pruned = pruneSchema(sdl, {
      QueryRoot: ['thing'],
      Node: ['id'],
      Thing: ['either'],
      Either: [],
      Kept: ['y'],
    });
    expect(pruned.replace(/\s+/g, ' ').trim()).toBe(
      'schema { query: QueryRoot } directive @idempotent(key: String!) on FIELD ' +
        'input By { inner: Inner name: String } union Either = Kept input Inner { value: Int } type Kept { y: Int } ' +
        'interface Node { id: ID! } enum Order { DOWN UP } type QueryRoot { thing(by: By, order: Order): Thing } ' +
        'type Thing implements Node { either: Either id: ID! }',
    );
    expect(pruneSchema(sdl, fieldsIn(pruned))).toBe(pruned);
  });

  it('says what the schema no longer has', () => {
    expect(() => pruneSchema(sdl, { QueryRoot: ['thing', 'gone'], Missing: [] })).toThrow(
      'The schema has no Missing, QueryRoot.gone',
    );
  });
});
