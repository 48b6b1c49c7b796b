// The generated files of the clients' command line: operations of the contract as commands, and refusals explained.
import { type RefusalCode, refusals } from '@cardwright/server/foundation/refusals/refusals.ts';
import { OPERATIONS } from '../sdk/src/generated/resources.ts';
import { explanations } from '../site/build/explanations.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  description?: string;
  examples?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
};
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** An option of a command: a parameter of the query, or a field of the body. */
type Option = { name: string; type: string; isRequired: boolean; about: string; choices?: string[] };

/** The generated files, by their names. */
export function cliFiles(contract: string): Record<string, string> {
  const document = JSON.parse(contract) as Document;
  const operations = new Map(
    Object.values(document.paths).flatMap((verbs) => Object.values(verbs).map((each) => [each.operationId, each])),
  );
  const commands = Object.entries(OPERATIONS).flatMap(([resource, methods]) =>
    Object.entries(methods).map(([method, row]) => {
      const [operationId = '', verb = '', path = '', flags = ''] = row.split(' ');
      const operation = operations.get(operationId);
      if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
      const { parameters = [], summary, description = '' } = operation;
      return {
        resource: toKebab(resource),
        method: toKebab(method),
        call: [resource, method],
        about: `${summary}.`,
        detail: description,
        inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        query: parameters.filter((each) => each.in === 'query').map(toQueryOption),
        body: flags.includes('b') ? bodyOptions(document, operation) : null,
        isList: flags.includes('l'),
        isKeyed: flags.includes('k'),
        isScenario: parameters.some(({ name }) => name === 'Sandbox-Scenario'),
        isWrite: verb !== 'GET' && operationId !== 'previewOperation',
      };
    }),
  );
  const scenarios = operations.get('createOperation')?.parameters?.find(({ name }) => name === 'Sandbox-Scenario');
  const events = operations.get('listEvents')?.parameters?.find(({ name }) => name === 'type');
  const text = `// Made from docs/api/openapi.json by tools/generate.ts. Never edited.
import type { CommandRow } from '../command-row.ts';

/** The faults that the simulated issuer plays. */
export const SCENARIOS = ${JSON.stringify(scenarios?.schema.enum)} as const;

/** Every type of event. */
export const EVENT_TYPES = ${JSON.stringify(events?.schema.items?.enum)} as const;

/** Every operation of the API, as a command. */
export const COMMANDS: readonly CommandRow[] = [
${commands.map((each) => `  ${JSON.stringify(each)},`).join('\n')}
];
`;
  return { 'cli/src/generated/commands.ts': text, 'cli/src/generated/refusals.ts': refusalsFile(document) };
}

/** What each code means and what to do next, in the words of the documentation. */
function refusalsFile({ components }: Document): string {
  const codes = (components.schemas['ApiError']?.properties?.['code']?.enum ?? []) as RefusalCode[];
  const rows = codes.map((code) => {
    const explanation = explanations[code];
    if (explanation === undefined) throw new Error(`site/build/explanations.ts lacks ${code}`);
    const row = { retry: refusals[code][1], meaning: explanation.cause, nextStep: explanation.remedy };
    return `  ${code}: ${JSON.stringify(row)},`;
  });
  return `// Made from the refusals and site/build/explanations.ts by tools/generate.ts. Never edited.

/** Each code of the API: whether to repeat the request, what the code means, and what to do next. */
export const REFUSALS: Readonly<Record<string, { retry: string; meaning: string; nextStep: string }>> = {
${rows.join('\n')}
};
`;
}

const toKebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const toQueryOption = ({ name, required = false, description = '', schema }: Parameter): Option =>
  toOption(name, schema, { isRequired: required, description });

const TYPES: Record<string, string> = { integer: 'number', array: 'list', object: 'pairs' };

function toOption(name: string, schema: Schema, about: { isRequired: boolean; description?: string }): Option {
  const [value = schema] = schema.anyOf ?? [];
  const choices = value.enum ?? value.items?.enum;
  return {
    name,
    type: schema.anyOf?.some(({ type }) => type === 'null') ? 'nullable' : (TYPES[value.type ?? ''] ?? 'text'),
    isRequired: about.isRequired,
    about: (about.description ?? value.description ?? '').replace(/^Addition: /, ''),
    ...(choices === undefined ? {} : { choices }),
  };
}

/** The fields of a body. Those of alternatives are joined; one is required if every alternative requires it. */
function bodyOptions(document: Document, { requestBody }: Operation): Option[] {
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : resolve(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const body = resolve(requestBody?.content['application/json']?.schema ?? {});
  const alternatives = (body.oneOf ?? [body]).map(resolve);
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const having = alternatives.filter(({ properties = {} }) => name in properties);
    const schemas = having.map(({ properties = {} }) => properties[name] ?? {});
    const choices = schemas.flatMap((schema) => schema.enum ?? []);
    const isRequired = alternatives.every(({ required = [] }) => required.includes(name));
    const [first = {}] = schemas;
    return toOption(name, choices.length > 0 ? { ...first, enum: choices } : first, { isRequired });
  });
}
