// Completes the description of the API: what follows from the contracts of all endpoints is written once, here.
import { type RefusalCode, refusals } from '../../foundation/refusals/refusals.ts';
import { exampleOf, nameOf, refTo, type Schema, type Schemas } from './examples.ts';
import { statusWords } from './schema.ts';
import type { Described } from './union.ts';

type Media = { schema: Schema; example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> };
type Header = { description: string; schema: object } | { $ref: string };
type Response = { description: string; headers?: Record<string, Header>; content?: Record<string, Media> };
type Parameter = { name: string; in: string; schema: Schema; example?: unknown; explode?: boolean };

/** An operation as the routes describe it. The extensions are replaced by what they mean. */
type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response | { $ref: string }>;
  'x-refuses'?: readonly RefusalCode[];
  'x-shows'?: object;
  'x-follow'?: true;
};

/** By the type of the event that each delivers. */
export type Webhooks = Record<string, { post: Operation }>;

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Webhooks;
  components: {
    schemas: Record<string, Schema>;
    headers?: Record<string, Header>;
    responses?: Record<string, Response>;
  };
};

const EXAMPLE_REQUEST_ID = 'req_3f9c1b7a52e84d06a1c0e7d95b2f6a48';

/** Headers that several responses have. */
const headers: Record<string, Header> = {
  'Request-Id': {
    description: 'Names this request; quote it when you ask for help.',
    schema: { type: 'string', examples: [EXAMPLE_REQUEST_ID] },
  },
  'RateLimit-Policy': {
    description: 'The limit: q requests in w seconds.',
    schema: { type: 'string', examples: ['"reads";q=600;w=60'] },
  },
  RateLimit: {
    description: 'What is left: r requests, t seconds to the next window.',
    schema: { type: 'string', examples: ['"reads";r=599;t=60'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', examples: [1] } },
  Location: { description: 'The path of what was created.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` if the Idempotency-Key was known: this is the first answer again.',
    schema: { type: 'string', enum: ['true'] },
  },
  Link: { description: 'The next page, if there is one: `<path>; rel="next"`.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string' } },
};

/** What a later version, or a proxy, may answer beyond what is described. */
const anyError: Response = {
  description: 'Any other error',
  content: { 'application/json': { schema: refTo('ApiError') } },
};

const headerRefs = (names: readonly string[]): Record<string, Header> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The codes of the API, in the order of the refusals. */
export type Completion = { codes: readonly RefusalCode[]; schemas: Schemas; webhooks: Webhooks };

/** Completes the description of every operation in place. */
export function completeDocument(document: Document, { codes, schemas, webhooks }: Completion): Document {
  const { components } = document;
  Object.assign(components.schemas, schemas);
  Object.assign(components, { headers, responses: { Error: anyError } });
  describeErrors(components.schemas, codes);
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      nameBody(operation, components.schemas);
      completeSuccess(operation, components.schemas);
      addRefusals(operation, components);
      for (const parameter of operation.parameters ?? []) showParameter(parameter);
    }
  }
  document.webhooks = webhooks;
  for (const { post } of Object.values(webhooks)) nameBody(post, components.schemas);
  return document;
}

/** `Problem` has what every error has; `ApiError` has every code, and each response has its own. */
function describeErrors(schemas: Record<string, Schema>, codes: readonly RefusalCode[]): void {
  const { properties = {}, required = [], ...error } = schemas['ApiError'] ?? {};
  const { code: _, ...others } = properties;
  schemas['Problem'] = {
    ...error,
    type: 'object',
    description: 'What every error has, beside its code.',
    required: required.filter((name) => name !== 'code'),
    properties: others,
  };
  schemas['ApiError'] = {
    description: 'Every error. Each response of an endpoint lists its own codes.',
    allOf: [refTo('Problem')],
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', description: 'Stable: branch on this.', enum: codes } },
  };
}

/** Names the schema of a body, and describes a union by its parts. */
function nameBody({ requestBody }: Operation, schemas: Record<string, Schema>): void {
  const media = requestBody?.content['application/json'];
  if (media === undefined) return;
  const { 'x-union': union } = media.schema as { 'x-union'?: Described };
  if (union === undefined) showNamed(media, schemas);
  else Object.assign(media, unionOf(union, schemas));
}

/** Moves a schema that has a title to the named ones, and shows its example. */
function showNamed(media: Media, schemas: Record<string, Schema>): void {
  const { title, ...schema } = media.schema;
  if (title !== undefined) {
    schemas[title] = schema;
    media.schema = refTo(title);
  }
  media.example = exampleOf(media.schema, schemas);
}

function unionOf({ name, of }: Described, schemas: Record<string, Schema>): Media {
  const parts: Record<string, string> = {};
  const examples: Media['examples'] = {};
  for (const [type, branch] of Object.entries(of)) {
    const part = `${name}${capitalized(type)}`;
    schemas[part] = { ...(branch as Schema), additionalProperties: false };
    parts[type] = part;
    examples[type] = { value: exampleOf(schemas[part], schemas) };
  }
  schemas[name] = oneByType(parts);
  return { schema: refTo(name), examples };
}

/** One of several named schemas, told apart by `type`. */
export function oneByType(parts: Readonly<Record<string, string>>): Schema {
  const refs = Object.entries(parts).map(([type, part]) => [type, refTo(part)] as const);
  const mapping = Object.fromEntries(refs.map(([type, { $ref }]) => [type, $ref]));
  return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: 'type', mapping } };
}

const capitalized = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase());

/** Describes a success, with its headers and a whole example. */
function completeSuccess(operation: Operation, schemas: Record<string, Schema>): void {
  const shows = operation['x-shows'];
  delete operation['x-shows'];
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2') || '$ref' in response) continue;
    for (const [type, media] of Object.entries(response.content ?? {})) {
      showNamed(media, schemas);
      if (type === 'application/json' && shows !== undefined)
        media.example = { ...(media.example as object), ...shows };
    }
    if (response.description === 'Default Response') response.description = describe(response, schemas);
    const own = ownHeaders(operation, response.content?.['application/json'], status);
    response.headers = headerRefs(['Request-Id', 'RateLimit-Policy', 'RateLimit', ...own]);
  }
  delete operation['x-follow'];
}

/** The words for an answer: its schema's own, or the name of what it shows. */
function describe({ content = {} }: Response, schemas: Schemas): string {
  const schema = content['application/json']?.schema ?? {};
  const rows = schema.properties?.['data']?.items?.$ref;
  if (rows !== undefined) return `A list of ${wordsOf(nameOf(rows)).replace(/y$/, 'ie')}s`;
  if (schema.$ref === undefined) return schema.description ?? 'Done';
  return schemas[nameOf(schema.$ref)]?.description ?? `The ${wordsOf(nameOf(schema.$ref))}`;
}

const wordsOf = (name: string) => name.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();

/** What is created has an id, and so a path. A short list has no cursor while it is whole, and links its pages. */
function ownHeaders(operation: Operation, media: Media | undefined, status: string): string[] {
  const { parameters = [], 'x-follow': isFollowed } = operation;
  const isKeyed = parameters.some(({ name }) => name === 'idempotency-key');
  const example: object = media?.example ?? {};
  const { properties = {}, required = [] } = media?.schema ?? {};
  const isShortList = 'nextCursor' in properties && !required.includes('nextCursor');
  return [
    ...(isKeyed ? ['Idempotent-Replayed'] : []),
    ...(status === '201' && 'id' in example ? ['Location'] : []),
    ...(isFollowed ? ['Retry-After'] : []),
    ...(isShortList ? ['Link'] : []),
  ];
}

/** Adds a response for each status of the codes. One with a single code is shared by all endpoints. */
function addRefusals(operation: Operation, { responses = {} }: Document['components']): void {
  const codes = operation['x-refuses'] ?? [];
  delete operation['x-refuses'];
  operation.responses['default'] = { $ref: '#/components/responses/Error' };
  const statuses = Map.groupBy(codes, (code) => refusals[code][0]);
  for (const [status, own] of [...statuses].toSorted(([one], [other]) => one - other)) {
    const [only = 'internal', ...others] = own;
    if (others.length > 0) {
      operation.responses[status] = refusalOf(status, own);
      continue;
    }
    const name = only.split('_').map(capitalized).join('');
    responses[name] ??= refusalOf(status, own);
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function refusalOf(status: keyof typeof statusWords, codes: readonly RefusalCode[]): Response {
  const canRepeat = codes.some((code) => refusals[code][1] === 'same_key');
  const names = [
    'Request-Id',
    ...(status === 401 || status === 500 ? [] : ['RateLimit-Policy', 'RateLimit']),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(canRepeat ? ['Retry-After'] : []),
  ];
  const schema: Schema = {
    allOf: [refTo('Problem')],
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', enum: codes } },
  };
  const examples = Object.fromEntries(codes.map((code) => [code, { value: refusalExample(code) }]));
  return {
    description: statusWords[status],
    headers: headerRefs(names),
    content: { 'application/json': { schema, examples } },
  };
}

const refusalExample = (code: RefusalCode) => {
  const [statusCode, retry, message] = refusals[code];
  const numbers: Partial<Record<RefusalCode, object>> = {
    amount_below_minimum: { minimum: '10.00' },
    amount_above_maximum: { maximum: '10000.00' },
    insufficient_funds: { available: '120.00', required: '254.01' },
    quote_changed: { currentTotal: '254.01' },
    request_invalid: { errors: [{ field: 'amount', message: 'is required' }] },
    idempotency_conflict: { differs: ['amount'] },
  };
  return {
    statusCode,
    message,
    code,
    requestId: EXAMPLE_REQUEST_ID,
    retry,
    ...numbers[code],
  };
};

/** A parameter shows the example of its schema. Lists have commas, and headers are named as people write them. */
function showParameter(parameter: Parameter): void {
  if (parameter.schema.type === 'array') parameter.explode = false;
  const [example] = parameter.schema.examples ?? [];
  if (example !== undefined) parameter.example = example;
  if (parameter.in === 'header') parameter.name = parameter.name.split('-').map(capitalized).join('-');
}

/** Without the named schemas that nothing refers to. */
export function withoutUnused<Whole extends { components?: { schemas?: object }; info?: object }>(
  document: Whole,
): Whole {
  const all = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (;;) {
    const text = JSON.stringify(document);
    const unused = Object.keys(all).filter((name) => !text.includes(JSON.stringify(refTo(name).$ref)));
    if (unused.length === 0) return document;
    for (const name of unused) delete all[name];
  }
}
