// Examples of whole requests and answers, put together from the examples of their fields.

/** A JSON schema, as far as the description uses it. */
export type Schema = {
  $ref?: string;
  $id?: string;
  title?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
};

export type Schemas = Readonly<Record<string, Schema>>;

/** A reference to a named schema. */
export const refTo = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema that a reference points to. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** An example of a schema; undefined if a field that it needs has none. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return exampleOf(schemas[nameOf(schema.$ref)] ?? {}, schemas);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first !== undefined) return exampleOf(first, schemas);
  if (schema.type === 'null') return null;
  if (schema.type === 'array') return listOf(exampleOf(schema.items ?? {}, schemas));
  return schema.type === 'object' ? objectOf(schema, schemas) : undefined;
}

const listOf = (item: unknown) => (item === undefined ? undefined : [item]);

/** The required fields, and the optional ones that have examples of their own. */
function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas): object | undefined {
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    if (!isRequired && field.examples === undefined) continue;
    const example = exampleOf(field, schemas);
    if (example === undefined) return undefined;
    fields.push([name, example]);
  }
  return Object.fromEntries(fields);
}
