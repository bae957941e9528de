import { z } from 'zod';

/** A schema of the contract as JSON Schema describes what goes in. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Reads a schema of the contract. What has no words in JSON Schema, such as a condition over two fields, is left out. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** The properties of an object, by name. */
export function propertiesOf(schema: JsonSchema): Array<[string, JsonSchema]> {
  return Object.entries(schema.properties ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object',
  );
}

/** What a list holds. */
export function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}

/** The schemas of which one must hold; none where there is no choice. */
export function choicesOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter((choice) => typeof choice === 'object');
}

/** The pattern of a global id and that of an original one. */
export function isIdSchema({ pattern }: JsonSchema): boolean {
  return pattern !== undefined && (pattern.startsWith('^gid:') || pattern.startsWith('^\\d{1,20}'));
}
