import {
  buildASTSchema,
  GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
} from 'graphql';

type FieldsInUse = Readonly<Record<string, readonly string[]>>;

/** The names in a pruned schema: its objects, interfaces and inputs with their fields, and its unions. */
export function fieldsIn(sdl: string): FieldsInUse {
  const fields: Record<string, string[]> = {};
  for (const definition of parse(sdl).definitions) {
    if ('fields' in definition) {
      fields[definition.name.value] = definition.fields?.map(({ name }) => name.value) ?? [];
    } else if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
      fields[definition.name.value] = [];
    }
  }
  return fields;
}

/**
 * Reduces a schema in SDL to `fieldsInUse`, keyed by type name. Inputs, enums and scalars without an entry stay whole if a kept field reaches
 * them. Descriptions and applied directives go.
 * @throws Error that lists names that the schema lacks, so that a refresh onto a newer version shows which are gone.
 */
export function pruneSchema(sdl: string, fieldsInUse: FieldsInUse): string {
  const missing = new Set(Object.keys(fieldsInUse));
  const isKept = (name: string) => Object.hasOwn(fieldsInUse, name);
  const keepFields = <Field extends { readonly name: { readonly value: string } }>(
    typeName: string,
    fields: readonly Field[] = [],
    parents: readonly string[] = [],
  ): readonly Field[] => {
    missing.delete(typeName);
    const own = fieldsInUse[typeName];
    if (own === undefined) return fields;
    // A type must have the fields of the interfaces that it implements.
    const wanted = [...own, ...parents.flatMap((parent) => fieldsInUse[parent] ?? [])];
    for (const name of wanted) {
      if (!fields.some((field) => field.name.value === name)) missing.add(`${typeName}.${name}`);
    }
    return fields.filter((field) => wanted.includes(field.name.value));
  };

  const pruned = visit(parse(sdl), {
    enter: (node) => {
      const isDescribed = 'description' in node && node.description !== undefined;
      return isDescribed ? { ...node, description: undefined } : undefined;
    },
    leave: (node) => {
      switch (node.kind) {
        case Kind.OBJECT_TYPE_DEFINITION:
        case Kind.INTERFACE_TYPE_DEFINITION: {
          if (!isKept(node.name.value)) return null;
          const parents = node.interfaces?.map((parent) => parent.name.value);
          return {
            ...node,
            interfaces: node.interfaces?.filter((parent) => isKept(parent.name.value)),
            fields: keepFields(node.name.value, node.fields, parents),
          };
        }
        case Kind.UNION_TYPE_DEFINITION:
          missing.delete(node.name.value);
          return isKept(node.name.value)
            ? { ...node, types: node.types?.filter((member) => isKept(member.name.value)) }
            : null;
        case Kind.INPUT_OBJECT_TYPE_DEFINITION:
          return { ...node, fields: keepFields(node.name.value, node.fields) };
        case Kind.DIRECTIVE:
          return null;
        case Kind.DIRECTIVE_DEFINITION:
          return node.name.value === 'idempotent' ? undefined : null;
        default:
          return undefined;
      }
    },
  });
  if (missing.size > 0) throw new Error(`The schema has no ${[...missing].join(', ')}`);

  // A schema built from its objects alone contains what they reach, and nothing else.
  const config = buildASTSchema(pruned, { assumeValid: true }).toConfig();
  const types = config.types.filter((type) => isObjectType(type) || isInterfaceType(type));
  return `${printSchema(lexicographicSortSchema(new GraphQLSchema({ ...config, types })))}\n`;
}
