// The generated files of the SDK: the operations of the contract as methods of resources, and the verifier.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** An operation as a method of a resource. */
type Method = { resource: string; name: string; verb: string; path: string; operation: Operation };

/** The resource of a path, and the words that a method's name leaves out: the resource says them. */
const RESOURCES: readonly { resource: string; path: RegExp; words: RegExp }[] = [
  { resource: 'sandbox', path: /^sandbox\//, words: /Sandbox/ },
  { resource: 'webhookEndpoints', path: /^webhook-endpoints/, words: /Webhook(Endpoints?)?/ },
  { resource: 'idempotencyKeys', path: /^idempotency-keys/, words: /IdempotencyKey/ },
  { resource: 'invoices', path: /^card-account\/invoices/, words: /Invoices?/ },
  { resource: 'statements', path: /^account-statements/, words: /AccountStatement/ },
  { resource: 'operations', path: /^operations/, words: /Operations?/ },
  { resource: 'cards', path: /^cards/, words: /Cards?/ },
  { resource: 'holders', path: /^holders/, words: /Holders?/ },
  { resource: 'transactions', path: /^transactions/, words: /Transactions?/ },
  { resource: 'events', path: /^events/, words: /Events?/ },
  { resource: 'products', path: /^products/, words: /Products/ },
  { resource: 'balance', path: /^balance/, words: /Balance/ },
  { resource: 'capabilities', path: /^capabilities/, words: /Capabilities/ },
];

/** POST requests without a key that may be repeated after a lost response: the second has no effect of its own. */
const REPEATABLE = ['previewOperation', 'cancelOperation', 'completeSandboxInvoice'];

/** The generated files of the SDK, by name, besides the types of the contract. */
export async function sdkFiles(root: string, contract: string): Promise<Record<string, string>> {
  const { version } = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as { version: string };
  const { paths } = JSON.parse(contract) as { paths: Record<string, Record<string, Operation>> };
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => toMethod(verb.toUpperCase(), path, operation)),
  );
  return {
    'sdk/src/generated/resources.ts': resourcesFile(methods, version),
    'docs/verify-statement.mjs': await verifier(root),
  };
}

function toMethod(verb: string, path: string, operation: Operation): Method {
  const found = RESOURCES.find((each) => each.path.test(path.replace('/api/v1/', '')));
  if (found === undefined) throw new Error(`no resource of the SDK has the path ${path}: add it to RESOURCES`);
  const name = operation.operationId.replace(found.words, '');
  return { resource: found.resource, name, verb, path, operation };
}

function resourcesFile(methods: readonly Method[], version: string): string {
  const resources = Map.groupBy(methods, ({ resource }) => resource);
  const names = [...resources.keys()];
  const isKeyed = (method: Method) => flagsOf(method).includes('k');
  return `// Made from docs/api/openapi.json by tools/generate.ts. Never edited.
import type { Call, KeyedOptions, List, Options, ScenarioOptions } from '../call.ts';
import type { components, operations } from './api.ts';

export type Schemas = components['schemas'];

/** The version of this package. */
export const VERSION = '${version}';

/** Each operation: method, path and flags. b: body, e: empty body, q: query, k: keyed, l: list, s: by sequence, r: repeatable. */
export const OPERATIONS = {
${names.map((name) => `  ${name}: {\n${resources.get(name)?.map(row).join('\n')}\n  },`).join('\n')}
} as const;

/** Operations that take an Idempotency-Key. */
export type Keyed = {
${names
  .filter((name) => resources.get(name)?.some(isKeyed))
  .map((name) => {
    const keyed = resources.get(name)?.filter(isKeyed) ?? [];
    return `  ${name}: ${keyed.map((method) => `'${method.name}'`).join(' | ')};`;
  })
  .join('\n')}
};

${names.map((name) => `export interface ${typeOf(name)} {\n${resources.get(name)?.map(signature).join('\n')}\n}`).join('\n\n')}

/** Every resource of the API. */
export interface Resources {
${names.map((name) => `  readonly ${name}: ${typeOf(name)};`).join('\n')}
}
`;
}

const typeOf = (resource: string) => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;

const row = (method: Method) =>
  `    ${method.name}: '${`${method.operation.operationId} ${method.verb} ${method.path} ${flagsOf(method)}`.trim()}',`;

function flagsOf({ verb, operation }: Method): string {
  const { operationId, parameters = [], requestBody } = operation;
  const has = (place: string, name?: string) =>
    parameters.some((each) => each.in === place && (name === undefined || each.name === name));
  const body = requestBody?.content['application/json']?.schema;
  const isKeyed = has('header', 'Idempotency-Key');
  const isEmpty = body?.$ref === undefined && Object.keys(body?.properties ?? {}).length === 0;
  return [
    body === undefined ? '' : isEmpty ? 'e' : 'b',
    has('query') ? 'q' : '',
    isKeyed ? 'k' : '',
    itemOf(operation) === undefined ? '' : 'l',
    has('query', 'afterSequence') ? 's' : '',
    isKeyed || verb !== 'POST' || REPEATABLE.includes(operationId) ? 'r' : '',
  ].join('');
}

const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2')) ?? ['200', {}];

/** The schema of the items, if the operation answers a list. */
function itemOf(operation: Operation): Schema | undefined {
  const schema = successOf(operation)[1].content?.['application/json']?.schema;
  return operation.operationId.startsWith('list') ? schema?.properties?.['data']?.items : undefined;
}

const named = ({ $ref = '' }: Schema) => `Schemas['${$ref.split('/').at(-1)}']`;

function signature(method: Method): string {
  const { name, verb, path, operation } = method;
  const { operationId, summary, description = '', parameters = [], requestBody } = operation;
  const flags = flagsOf(method);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => `${each}: string`);
  const body = requestBody?.content['application/json']?.schema;
  const query = parameters.filter((each) => each.in === 'query');
  const queryType = `NonNullable<operations['${operationId}']['parameters']['query']>`;
  const isScenario = parameters.some((each) => each.name === 'Sandbox-Scenario');
  const options = `options?: ${isScenario ? 'ScenarioOptions' : flags.includes('k') ? 'KeyedOptions' : 'Options'}`;
  const bodies = flags.includes('b') && body !== undefined ? [`body: ${named(body)}`] : [];
  const [status, { content = {} }] = successOf(operation);
  const json = content['application/json']?.schema;
  const item = itemOf(operation);
  const result =
    item !== undefined
      ? `List<${named(item)}>`
      : `Call<${json?.$ref ? named(json) : `operations['${operationId}']['responses'][${status}]['content']['application/json']`}>`;
  const queries = query.length === 0 ? [] : [`query${query.some((each) => each.required) ? '' : '?'}: ${queryType}`];
  const overload =
    content['text/csv'] === undefined
      ? []
      : [`  ${name}(${[...inPath, `query: ${queryType} & { format: 'csv' }`, options].join(', ')}): Call<string>;`];
  const words = `${summary}. \`${verb} ${path}\`. ${description}`.replaceAll(/\s+/g, ' ').trim();
  return [
    `  /** ${words} */`,
    ...overload,
    `  ${name}(${[...inPath, ...bodies, ...queries, options].join(', ')}): ${result};`,
  ].join('\n');
}

/** The program that checks statements without this package: the same source, without types, in one file. */
async function verifier(root: string): Promise<string> {
  const [library = '', command = ''] = await Promise.all(
    ['statements', 'verify-statement'].map(async (name) => {
      const text = await readFile(join(root, `sdk/src/${name}.ts`), 'utf8');
      const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      return ts.transpileModule(text, { compilerOptions: options }).outputText;
    }),
  );
  const [, ...own] = command.split(/^import .* from '\.\/statements\.ts';\n/m);
  return `// Checks statements on your own machine, without us:  node docs/verify-statement.mjs statement.json [next.json …]
// Give several in order, oldest first, to check also that they follow one another without a gap. The recipe: chain.md.
// Exit code 0: everything was checked and is right. 1: something is wrong. 2: a file cannot be read.
// 3: nothing is wrong, but not everything could be checked; the output says what.
// Made from sdk/src/statements.ts and sdk/src/verify-statement.ts by tools/generate.ts. Never edited.
import { readFileSync } from 'node:fs';
${library.replaceAll(/^export /gm, '').replace(/^(\/\/.*\n)+/, '')}${own.join('')}`;
}
