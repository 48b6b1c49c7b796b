// The API's contract, reduced to what a caller needs.

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  const?: string;
  enum?: readonly unknown[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  description?: string;
  examples?: readonly unknown[];
};

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };

type Told = {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: Place; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

/** The shape of `/openapi.json`. */
export type Description = {
  servers?: { url: string }[];
  paths: Record<string, Record<string, Told>>;
  components?: { schemas?: Record<string, Schema> };
};

type Place = 'path' | 'query' | 'header';
export type Shape = { kind: 'text' | 'list' | 'nullable' | 'choice'; text: string };
export type Field = { name: string; type: Shape; required: boolean; meaning: string; place?: Place; example?: unknown };
export type Endpoint = {
  id: string;
  method: string;
  path: string;
  group: string;
  summary: string;
  description: string;
  parameters: Field[];
  body: Field[];
  /** A body that the API takes; undefined if it takes none. */
  sample: unknown;
  answer: { status: string; name: string; fields: Field[] } | undefined;
};

const BEGINNING = '/api/v1/';

/** Every endpoint, in the order of the contract. */
export function endpointsOf(description: Description): Endpoint[] {
  const schemas = description.components?.schemas ?? {};
  return Object.entries(description.paths)
    .filter(([path]) => path.startsWith(BEGINNING))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, told]) => toEndpoint({ path, method, told, schemas })),
    );
}

type Asked = { path: string; method: string; told: Told; schemas: Record<string, Schema> };

function toEndpoint({ path, method, told, schemas }: Asked): Endpoint {
  const [status, answer] = Object.entries(told.responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
  const answered = answer?.content?.['application/json']?.schema;
  const asked = told.requestBody?.content?.['application/json'];
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    group: path.slice(BEGINNING.length).split('/')[0] ?? '',
    summary: told.summary ?? '',
    description: told.description ?? '',
    parameters: (told.parameters ?? []).map(({ name, in: place, required, description = '', schema = {} }) => ({
      name,
      place,
      required: required === true,
      meaning: description,
      type: shapeOf(schema),
    })),
    body: fieldsOf(asked?.schema, schemas),
    sample: asked?.example ?? Object.values(asked?.examples ?? {})[0]?.value,
    answer:
      status === undefined || answered === undefined
        ? undefined
        : { status, name: nameOf(answered), fields: fieldsOf(answered, schemas) },
  };
}

const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) ?? '';

/** The fields of an object, with references resolved; those of a union are the fields of all its parts. */
function fieldsOf(schema: Schema | undefined, schemas: Record<string, Schema>): Field[] {
  const real = schema?.$ref === undefined ? schema : schemas[nameOf(schema)];
  if (real?.oneOf !== undefined) return fieldsOfUnion(real, schemas);
  return Object.entries(real?.properties ?? {}).map(([name, field]) => ({
    name,
    required: real?.required?.includes(name) ?? false,
    meaning: field.description ?? '',
    type: shapeOf(field),
    example: field.examples?.[0] ?? field.enum?.[0],
  }));
}

/** A field is required if every part requires it; its values are those of all parts. */
function fieldsOfUnion({ oneOf = [] }: Schema, schemas: Record<string, Schema>): Field[] {
  const parts = oneOf.map((part) => fieldsOf(part, schemas));
  const all = Map.groupBy(parts.flat(), ({ name }) => name);
  return [...all.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const same = [first, ...others];
    const texts = new Set(same.map(({ type }) => type.text));
    const type: Shape = texts.size > 1 ? { kind: 'choice', text: [...texts].join(', ') } : first.type;
    return [{ ...first, type, required: same.length === parts.length && same.every(({ required }) => required) }];
  });
}

/** The type of a value in a few words. */
function shapeOf(schema: Schema): Shape {
  const [first, second] = schema.anyOf ?? [];
  if (first !== undefined && second?.type === 'null') return { kind: 'nullable', text: shapeOf(first).text };
  if (schema.type === 'array') return { kind: 'list', text: schema.items === undefined ? '' : plain(schema.items) };
  if (schema.const !== undefined) return { kind: 'choice', text: schema.const };
  if (schema.enum !== undefined) return { kind: 'choice', text: schema.enum.map(String).join(', ') };
  return { kind: 'text', text: plain(schema) };
}

const plain = (schema: Schema) => nameOf(schema) || schema.format || schema.type || '';

/** A request as a command, with key and API address as shell variables. */
export function commandOf({ method, path, parameters, sample }: Endpoint): string {
  const query = parameters.filter(({ place, required }) => place === 'query' && required);
  const asked = query.length === 0 ? '' : `?${query.map(({ name }) => `${name}=…`).join('&')}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$API${path}${asked}"`];
  lines.push('-H "Authorization: Bearer $KEY"');
  if (parameters.some(({ name, required }) => name === 'Idempotency-Key' && required))
    lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (sample !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(sample)}'`);
  return lines.join(' \\\n  ');
}
