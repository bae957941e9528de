import fc from 'fast-check';
import corpus from './corpus.json' with { type: 'json' };
import { choicesOf, isIdSchema, itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';

/** Any JSON value. */
type Value = unknown;

/** Generated rather than listed: long values, deep values, and names from the prototype. */
const oversized: readonly Value[] = [
  'x'.repeat(100_000),
  '<b>'.repeat(20_000),
  'ı'.repeat(300),
  '9'.repeat(5000),
  Array.from({ length: 5000 }, (_, index) => index),
  JSON.parse('['.repeat(2000) + ']'.repeat(2000)),
  JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`),
  JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'),
];

/** Inputs that have broken servers: the recorded corpus, and those too large for it. */
export const poison = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Value[]>(...corpus) },
  { weight: 1, arbitrary: fc.constantFrom<Value[]>(...oversized) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.json().map((text): Value => JSON.parse(text)) },
);

function texts(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<Value> {
  const { minLength = 0, maxLength = 60, pattern } = schema;
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern));
    const known = ids.filter((id) => new RegExp(pattern).test(id));
    if (!isIdSchema(schema) || known.length === 0) return matching;
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, matching);
  }
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' }),
    fc
      .constantFrom('a@example.com', 'Coffee', 'https://cdn.example/a.png')
      .filter((text) => text.length <= maxLength),
  );
}

function numbers({ type, minimum, exclusiveMinimum, maximum }: JsonSchema): fc.Arbitrary<Value> {
  const min = Math.max(Number(minimum ?? exclusiveMinimum ?? -1000), -(2 ** 31));
  const max = Math.min(Number(maximum ?? 1000), 2 ** 31 - 1);
  return type === 'integer'
    ? fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 30) }))
    : fc.double({ min, max, noNaN: true });
}

/** Some schemas accept exactly one of their properties, so try single ones as often as several. */
function objects(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<Value> {
  const properties = propertiesOf(schema).map(([name, property]) => [name, valid(property, ids)]);
  const { required = [] } = schema;
  const model: Record<string, fc.Arbitrary<Value>> = Object.fromEntries(properties);
  const optional = Object.keys(model).filter((name) => !required.includes(name));
  const any = fc.record(model, { requiredKeys: required });
  if (optional.length < 2) return any;
  const few = fc.constantFrom(...optional).chain((name) => {
    const kept = [...required, name].map((kind) => [kind, model[kind]]);
    return fc.record(Object.fromEntries(kept));
  });
  return fc.oneof(any, few);
}

/** What a schema takes, nearly always. `ids` are such as lead somewhere. */
export function valid(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<Value> {
  const choices = choicesOf(schema);
  if (choices.length > 0) return fc.oneof(...choices.map((choice) => valid(choice, ids)));
  if (schema.enum !== undefined) return fc.constantFrom<Value[]>(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(schema, ids);
    case 'array': {
      const { minItems = 0, maxItems = 4 } = schema;
      return fc.array(valid(itemsOf(schema), ids), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      });
    }
    case 'string':
      return texts(schema, ids);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return poison;
  }
}

type Change = { at: number; to: Value; kind: 'replace' | 'remove' | 'add' };

const changes: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  to: poison,
  kind: fc.constantFrom('replace', 'replace', 'replace', 'replace', 'remove', 'add'),
});

/** No schema is deeper than this. Deeper values were made deep on purpose, so leave them alone. */
const deepest = 50;

/** How many values there are in a value, itself among them. */
function size(value: Value, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth === deepest) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + size(inner, depth + 1), 1);
}

function changed(value: Value, { at, to, kind }: Change): Value {
  let left = at % size(value);
  const walk = (here: Value, depth: number): Value => {
    left -= 1;
    if (left === -1) return kind === 'add' && isPlain(here) ? { ...here, extra: to } : to;
    if (depth === deepest) return here;
    if (Array.isArray(here)) return here.map((inner) => walk(inner, depth + 1));
    if (!isPlain(here)) return here;
    const entries = Object.entries(here).flatMap(([name, inner]) => {
      const isRemoved = left === 0 && kind === 'remove';
      const kept = walk(inner, depth + 1);
      return isRemoved ? [] : [[name, kept]];
    });
    return Object.fromEntries(entries);
  };
  return walk(value, 0);
}

function isPlain(value: Value): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a schema takes, and what it nearly takes: one value or two of it changed. */
export function nearly(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<Value> {
  const good = valid(schema, ids);
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 5, arbitrary: fc.tuple(good, changes).map(([value, one]) => changed(value, one)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good, changes, changes)
        .map(([value, one, other]) => changed(changed(value, one), other)),
    },
    { weight: 1, arbitrary: poison },
  );
}
