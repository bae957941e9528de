import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';

type FieldsInUse = Readonly<Record<string, readonly string[]>>;

/** The names of the types that a definition mentions. */
function mentionedTypes(definition: DefinitionNode): Set<string> {
  const names = new Set<string>();
  visit(definition, {
    NamedType(node) {
      names.add(node.name.value);
    },
  });
  return names;
}

/**
 * Cuts a schema in SDL down to `fieldsInUse`, keyed by type name. Inputs, enums and scalars that are not named there stay
 * whole where a kept field reaches them. Descriptions and applied directives go. Throws on a name that the schema
 * lacks, so that a refresh onto a newer version says what vanished.
 */
export function pruneSchema(sdl: string, fieldsInUse: FieldsInUse): string {
  const source = parse(sdl);
  const missing: string[] = [];
  const names = new Set<string>();
  const keepFields = <Field extends { readonly name: { readonly value: string } }>(
    typeName: string,
    fields: readonly Field[] | undefined,
    parents: readonly string[] = [],
  ): Field[] | undefined => {
    const own = fieldsInUse[typeName];
    if (own === undefined) return fields?.slice();
    // A type that says it implements an interface must have the interface's fields.
    const wanted = [...own, ...parents.flatMap((parent) => fieldsInUse[parent] ?? [])];
    for (const name of wanted) {
      if (!fields?.some((field) => field.name.value === name)) missing.push(`${typeName}.${name}`);
    }
    return fields?.filter((field) => wanted.includes(field.name.value));
  };
  const isKept = (name: string) => Object.hasOwn(fieldsInUse, name);
  const noDirectives: readonly ConstDirectiveNode[] = [];

  const pruned = visit(source, {
    enter(node) {
      if (!('description' in node) || node.description === undefined) return undefined;
      return { ...node, description: undefined };
    },
    leave(node) {
      switch (node.kind) {
        case Kind.OBJECT_TYPE_DEFINITION:
        case Kind.INTERFACE_TYPE_DEFINITION: {
          names.add(node.name.value);
          if (!isKept(node.name.value)) return null;
          return {
            ...node,
            directives: noDirectives,
            interfaces: node.interfaces?.filter((parent) => isKept(parent.name.value)),
            fields: keepFields(
              node.name.value,
              node.fields,
              node.interfaces?.map((parent) => parent.name.value),
            ),
          };
        }
        case Kind.UNION_TYPE_DEFINITION:
          names.add(node.name.value);
          if (!isKept(node.name.value)) return null;
          return { ...node, types: node.types?.filter((member) => isKept(member.name.value)) };
        case Kind.INPUT_OBJECT_TYPE_DEFINITION:
          names.add(node.name.value);
          return { ...node, fields: keepFields(node.name.value, node.fields) };
        case Kind.FIELD_DEFINITION:
        case Kind.INPUT_VALUE_DEFINITION:
        case Kind.ENUM_VALUE_DEFINITION:
        case Kind.SCALAR_TYPE_DEFINITION:
          return { ...node, directives: noDirectives };
        case Kind.DIRECTIVE_DEFINITION:
          return node.name.value === 'idempotent' ? node : null;
        default:
          return undefined;
      }
    },
  });

  for (const name of Object.keys(fieldsInUse)) if (!names.has(name)) missing.push(name);
  if (missing.length > 0) throw new Error(`The schema has no ${missing.join(', ')}`);
  return `${print(reachable(pruned))}\n`;
}

/** Drops the definitions that nothing mentions any more. */
function reachable(document: DocumentNode): DocumentNode {
  const byName = new Map<string, DefinitionNode>();
  const queue: string[] = [];
  for (const definition of document.definitions) {
    if ('name' in definition && definition.name !== undefined) {
      byName.set(definition.name.value, definition);
    }
  }
  // Objects and interfaces are all named in the list of fields; an interface's implementations are reached by name only.
  for (const definition of document.definitions) {
    if (
      definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION ||
      definition.kind === Kind.DIRECTIVE_DEFINITION
    ) {
      queue.push(definition.name.value);
    }
  }
  const kept = new Set(queue);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const definition = byName.get(name);
    if (definition === undefined) continue;
    for (const mentioned of mentionedTypes(definition)) {
      if (kept.has(mentioned)) continue;
      kept.add(mentioned);
      queue.push(mentioned);
    }
  }
  return {
    ...document,
    definitions: document.definitions.filter(
      (definition) =>
        definition.kind === Kind.SCHEMA_DEFINITION ||
        ('name' in definition && definition.name !== undefined && kept.has(definition.name.value)),
    ),
  };
}
