import type { z } from 'zod';
import {
  choicesOf,
  isIdSchema,
  itemsOf,
  type JsonSchema,
  jsonSchemaOf,
  propertiesOf,
} from './json-schema.ts';

/** A shop's things that others must not reach, and their ids. */
export type Belongings = {
  /** By the type in them. */
  globalIds: Readonly<Record<string, string>>;
  settingChange: number;
  picture: string;
  portalSession: string;
  scale: string;
  view: string;
  cursors: readonly string[];
};

/** A place in a query or a body that holds an id. */
type Place = { path: string; kind: 'global' | 'original' | 'change' | 'picture' | 'cursor' };

function kindOf(path: string, schema: JsonSchema): Place['kind'] | undefined {
  const name = path.split('.').findLast((part) => part !== '*') ?? '';
  if (isIdSchema(schema)) return schema.pattern?.startsWith('^gid:') ? 'global' : 'original';
  if (name === 'id' && schema.type === 'integer') return 'change';
  if (name === 'img_url') return 'picture';
  return name === 'after' || name === 'before' ? 'cursor' : undefined;
}

/** Which of the shop's own things a name stands for. */
const typeByName: ReadonlyArray<readonly [name: RegExp, type: string]> = [
  [/contracts?(\.\*)?$/, 'SubscriptionContract'],
  [/variant|^change\.by/i, 'ProductVariant'],
  [/group/i, 'SellingPlanGroup'],
  [/product/i, 'Product'],
  [/order/i, 'Order'],
  [/customer/i, 'Customer'],
  [/recurringPolicies|sellingPlansToDelete/, 'SellingPlan'],
  [/^id$/, 'DeliveryProfile'],
];

function ownIdOf(path: string, own: Belongings): string {
  const type = typeByName.find(([name]) => name.test(path))?.[1];
  const id = type === undefined ? undefined : own.globalIds[type];
  if (id === undefined) throw new Error(`Say in typeByName what ${path} names.`);
  return id;
}

const tailOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

function ownValueOf({ path, kind }: Place, own: Belongings): unknown {
  if (kind === 'change') return own.settingChange;
  if (kind === 'picture') return own.picture;
  if (kind === 'cursor') return own.cursors[0];
  const id = ownIdOf(path, own);
  return kind === 'global' ? id : tailOf(id);
}

function foreignValuesOf({ kind }: Place, foreign: Belongings): readonly unknown[] {
  if (kind === 'change') return [foreign.settingChange];
  if (kind === 'picture') return [foreign.picture];
  if (kind === 'cursor') return foreign.cursors;
  const ids = Object.values(foreign.globalIds);
  return kind === 'global' ? ids : ids.map(tailOf);
}

/** The least that a schema takes, with every place in it that names something. `fill` says what stands there. */
function filled(
  schema: JsonSchema,
  path: string,
  fill: (place: Place) => unknown,
): { value: unknown; named: boolean } {
  const kind = kindOf(path, schema);
  if (kind !== undefined) return { value: fill({ path, kind }), named: true };
  const [choice] = choicesOf(schema);
  if (choice !== undefined) return filled(choice, path, fill);
  if (schema.type === 'object') {
    let named = false;
    const entries = propertiesOf(schema).flatMap(([name, property]) => {
      const inner = filled(property, path === '' ? name : `${path}.${name}`, fill);
      named ||= inner.named;
      return inner.named || schema.required?.includes(name) ? [[name, inner.value]] : [];
    });
    return { value: Object.fromEntries(entries), named };
  }
  if (schema.type === 'array') {
    const { value, named } = filled(itemsOf(schema), `${path}.*`, fill);
    return { value: [value], named };
  }
  return { value: plainValueOf(schema), named: false };
}

function plainValueOf({ type, enum: values, default: usual, minimum }: JsonSchema): unknown {
  if (usual !== undefined) return usual;
  if (values !== undefined) return values[0];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1));
  return 'a@example.com';
}

/** The least that a query or a body takes, all of it the shop's own; and the same with one thing of another shop in each place. */
export function namingRequests(
  schema: z.ZodType,
  own: Belongings,
  foreign: Belongings,
): { own: unknown; foreign: unknown[] } {
  const json = jsonSchemaOf(schema);
  const places: Place[] = [];
  const value = filled(json, '', (place) => {
    places.push(place);
    return ownValueOf(place, own);
  }).value;
  const isOne = (one: Place, other: Place) => one.path === other.path && one.kind === other.kind;
  return {
    own: value,
    foreign: places.flatMap((place) =>
      foreignValuesOf(place, foreign).map(
        (taken) =>
          filled(json, '', (other) => (isOne(place, other) ? taken : ownValueOf(other, own))).value,
      ),
    ),
  };
}

/** What may stand as an endpoint's `:id`: its own shop's, and all of the other's. */
export function pathIds(
  schema: z.ZodType,
  own: Belongings,
  foreign: Belongings,
): { own: string; foreign: string[] } {
  const read = schema.safeParse('1');
  const type = /^gid:\/\/shopify\/(\w+)\/1$/.exec(String(read.data))?.[1];
  if (type !== undefined) {
    return {
      own: tailOf(own.globalIds[type] ?? ''),
      foreign: Object.values(foreign.globalIds).map(tailOf),
    };
  }
  const isSession = schema.safeParse(own.portalSession).success;
  return isSession
    ? { own: own.portalSession, foreign: [foreign.portalSession, foreign.scale, foreign.view] }
    : { own: '', foreign: [] };
}
