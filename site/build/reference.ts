// The API reference: a page for each endpoint and each object, generated from the contract.
import {
  type Contract,
  type Endpoint,
  endpointAddress,
  endpointsOf,
  kebab,
  lastOf,
  type Parameter,
  responseOf,
  type Schema,
} from './openapi.ts';
import type { Page } from './page.ts';

/** Objects that responses return and that have a page of their own. */
const objects = [
  'Operation',
  'OperationPreview',
  'Card',
  'Holder',
  'Transaction',
  'AccountStatement',
  'StatementEntry',
  'FundingInvoice',
  'Balance',
  'Product',
  'Event',
  'WebhookEndpoint',
  'WebhookDelivery',
  'Capabilities',
  'IdempotencyKey',
];

const objectAddress = (name: string): string => `api/objects/${kebab(name)}`;

/** Every page of the reference. */
export function referencePages(contract: Contract): Page[] {
  return [
    indexPage(contract),
    ...endpointsOf(contract).map((endpoint) => endpointPage(contract, endpoint)),
    ...objects.map((name) => objectPage(contract, name)),
  ];
}

function indexPage(contract: Contract): Page {
  const endpoints = endpointsOf(contract);
  const parts = contract.tags.map(({ name, description }) => {
    const rows = endpoints
      .filter(({ tags }) => tags[0] === name)
      .map(
        (endpoint) =>
          `| \`${endpoint.method} ${endpoint.path}\` | [${endpoint.summary}](/${endpointAddress(endpoint)}/) |`,
      );
    return `## ${name}\n\n${description}\n\n| Request | |\n|---|---|\n${rows.join('\n')}`;
  });
  return {
    address: 'api',
    title: 'API reference',
    label: 'All endpoints',
    description: 'Every endpoint of the API, generated from the contract that the service itself serves.',
    markdown: `All requests go to one base address, under \`/api/v1\`, with \`Authorization: Bearer <API_KEY>\`. Bodies are
JSON. Amounts are decimal strings in US dollars, and times are ISO 8601.

The contract is an [OpenAPI 3.1 document](/files/docs/api/openapi.json). A running API serves its own at
\`/openapi.json\`. [Compatibility](/reference/compatibility/) says what may change.

${parts.join('\n\n')}`,
  };
}

function endpointPage(contract: Contract, endpoint: Endpoint): Page {
  const { method, path, summary, parameters = [] } = endpoint;
  const where = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = endpoint.requestBody?.content['application/json'];
  const [status = '200', success = {}] = Object.entries(endpoint.responses).find(([key]) => key.startsWith('2')) ?? [];
  const media = responseOf(contract, success).content?.['application/json'];
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
  const bodyExample = body?.example ?? Object.values(body?.examples ?? {})[0]?.value;
  return {
    address: endpointAddress(endpoint),
    title: summary,
    description: `${method} ${path}`,
    markdown: [
      `\`\`\`http\n${method} ${path}\n\`\`\``,
      paragraphs(endpoint.description ?? ''),
      parametersPart('Path', where('path')),
      parametersPart('Query', where('query')),
      parametersPart('Headers', where('header')),
      body?.schema === undefined ? '' : `## Body\n\n${bodyPart(contract, body.schema)}`,
      `## Request\n\n\`\`\`sh\n${curl(endpoint, bodyExample)}\n\`\`\``,
      `## Response\n\n${returns(status, media?.schema)}`,
      example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
      `## Errors\n\n${errorsPart(contract, endpoint)}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

function objectPage(contract: Contract, name: string): Page {
  const schema = contract.components.schemas[name] ?? {};
  const variants = (schema.oneOf ?? []).map(({ $ref = '' }) => contract.components.schemas[lastOf($ref)] ?? {});
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const table = fieldsTable(variants[0] ?? schema);
  const types = variants.map(
    ({ properties }) => `\`${String(properties?.['type']?.const ?? properties?.['type']?.enum?.[0])}\``,
  );
  const more =
    types.length > 0
      ? `\n\n\`type\` is one of ${types.join(', ')}. [Webhooks](/reference/webhooks/) says when each occurs.`
      : '';
  return {
    address: objectAddress(name),
    title: `The ${words.toLowerCase()} object`,
    label: words,
    description: `Every field of the ${words.toLowerCase()} object.`,
    markdown: `${schema.description ?? 'Fields, in the order in which the API returns them.'}\n\n${table}${more}`,
  };
}

/** The permission comes first in every description; it gets a line of its own. */
function paragraphs(description: string): string {
  const [, permission, rest = ''] = /^(Permission: [^.]+\.)\s*([\s\S]*)$/.exec(description) ?? [];
  return permission === undefined ? description : `${permission}\n\n${rest}`.trim();
}

function parametersPart(title: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, required, description, schema }) =>
    row({ name, isRequired: required === true, schema, description: description ?? schema.description ?? '' }),
  );
  return `## ${title}\n\n| Name | |\n|---|---|\n${rows.join('\n')}`;
}

function bodyPart(contract: Contract, schema: Schema): string {
  const resolved = schema.$ref === undefined ? schema : (contract.components.schemas[lastOf(schema.$ref)] ?? {});
  if (resolved.oneOf === undefined) return fieldsTable(resolved);
  return resolved.oneOf
    .map(({ $ref = '' }) => contract.components.schemas[lastOf($ref)] ?? {})
    .map(
      (variant) =>
        `### ${String(variant.properties?.['type']?.const ?? variant.properties?.['type']?.enum?.[0])}\n\n${fieldsTable(variant)}`,
    )
    .join('\n\n');
}

function fieldsTable(schema: Schema): string {
  const rows = fieldsOf(schema, '').map(row);
  return rows.length === 0 ? 'An empty object.' : `| Field | |\n|---|---|\n${rows.join('\n')}`;
}

type Field = { name: string; isRequired: boolean; schema: Schema; description: string };

/** The fields of an object and, with a dot, those of objects inside it. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key;
    const inner = [schema, ...(schema.anyOf ?? [])].find(({ properties: some }) => some !== undefined);
    const items = schema.items?.$ref === undefined ? schema.items : undefined;
    return [
      { name, isRequired: required.includes(key), schema, description: schema.description ?? '' },
      ...(inner === undefined ? [] : fieldsOf(inner, `${name}.`)),
      ...(items?.properties === undefined ? [] : fieldsOf(items, `${name}[].`)),
    ];
  });
}

/** A row: name and type, then the meaning and the values that are possible. */
function row({ name, isRequired, schema, description }: Field): string {
  const values = (schema.enum ?? []).map((value) => `\`${String(value)}\``);
  const possible =
    values.length > 1 ? `One of ${values.join(', ')}.` : values.length === 1 ? `Always ${values[0]}.` : '';
  const said = [description.replaceAll('\n', ' ').replaceAll('|', '\\|'), possible].filter(Boolean).join(' ');
  return `| \`${name}\` <br/>${typeOf(schema)}${isRequired ? '' : ', optional'} | ${said} |`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return named(lastOf(schema.$ref));
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `array of ${schema.items === undefined ? 'values' : typeOf(schema.items)}`;
  if (schema.format === 'date-time') return 'time';
  return [schema.type ?? 'object'].flat().join(' or ');
}

const named = (name: string) => (objects.includes(name) ? `[${name}](/${objectAddress(name)}/)` : name);

function returns(status: string, schema: Schema | undefined): string {
  if (schema === undefined) return `\`${status}\``;
  const items = schema.properties?.['data']?.items;
  if (items?.$ref !== undefined)
    return `\`${status}\` with a list: \`data\` is an array of ${named(lastOf(items.$ref))}.`;
  if (schema.$ref !== undefined) return `\`${status}\` with ${named(lastOf(schema.$ref))}.`;
  const table = fieldsTable(schema);
  return `\`${status}\` with ${table.startsWith('|') ? `these fields:\n\n${table}` : 'an empty object.'}`;
}

function errorsPart(contract: Contract, { responses }: Endpoint): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => {
      const codes = Object.keys(responseOf(contract, response).content?.['application/json']?.examples ?? {});
      return `| ${status} | ${codes.map((code) => `[\`${code}\`](/errors/${code}/)`).join(', ')} |`;
    });
  return `| Status | Codes |\n|---|---|\n${rows.join('\n')}`;
}

function curl({ method, path, parameters = [] }: Endpoint, body: unknown): string {
  const of = (place: string) => parameters.filter((each) => each.in === place && each.required);
  const filled = of('path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, example ?? `{${name}}`),
    path,
  );
  const query = of('query').map(({ name, example, schema }) => `${name}=${example ?? schema.examples?.[0] ?? '…'}`);
  const url = `"$API${filled.replace('/api/v1', '')}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${url} -H "Authorization: Bearer $KEY"`];
  for (const { name, example } of of('header')) lines.push(`  -H '${name}: ${example ?? '…'}'`);
  if (body !== undefined) lines.push(`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body)}'`);
  return lines.join(' \\\n');
}
