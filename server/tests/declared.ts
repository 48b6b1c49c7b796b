// The committed description of the API, against which tests compare real answers.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = { properties?: { code?: { enum?: string[] } } };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Response = { content?: Record<string, Media> };
export type DescribedOperation = {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response & { $ref?: string }>;
};
type Document = {
  webhooks: Record<string, object>;
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    responses: Record<string, Response>;
    schemas: { ApiError: { properties: { code: { enum: string[] } } } };
  };
};

const file = new URL('../../docs/api/openapi.json', import.meta.url);
export const described = JSON.parse(readFileSync(file, 'utf8')) as Document;

const patterns = Object.keys(described.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The described path of a URL. A fixed path wins over one with a parameter, such as preview over an id. */
function pathOf(pathname: string): string | undefined {
  if (pathname in described.paths) return pathname;
  return patterns.find(({ pattern }) => pattern.test(pathname))?.path;
}

function responseOf(operation: DescribedOperation, status: number): Response | undefined {
  const response = operation.responses[status];
  const name = response?.$ref?.split('/').at(-1);
  return name === undefined ? response : described.components.responses[name];
}

/** Throws if an endpoint answers with a code that its description does not declare. */
export function requireDeclared(method: string, pathname: string, status: number, code: string): void {
  const operation = described.paths[pathOf(pathname) ?? '']?.[method.toLowerCase()];
  if (operation === undefined || code === 'path_not_found') return; // it is no answer of an endpoint
  if (!described.components.schemas.ApiError.properties.code.enum.includes(code)) return; // the portal's own
  const codes = responseOf(operation, status)?.content?.['application/json']?.schema.properties?.code?.enum ?? [];
  if (!codes.includes(code)) throw new Error(`${method} ${pathname} answered ${status} ${code}, which is not declared`);
}

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** The problems of a value by the schema at a pointer of the description; empty if it is valid. */
export function problemsAt(pointer: string, value: unknown): string {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, formats: { 'free-text': true, cursor: true } });
    addFormats.default(ajv);
    ajv.addSchema({ ...described, $id: 'description' });
  }
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `description#${pointer}` });
  validators.set(pointer, validate);
  return validate(value) ? '' : `${JSON.stringify(validate.errors)} ${JSON.stringify(value)}`;
}

/** The pointer to the schema of an answer. */
export function answerPointer(method: string, path: string, status: number): string {
  const { $ref } = described.paths[path]?.[method.toLowerCase()]?.responses[status] ?? {};
  const own = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const steps = $ref === undefined ? own : $ref.slice(2).split('/');
  return pointerTo([...steps, 'content', 'application/json', 'schema']);
}

/** A JSON pointer, encoded as the fragment of a URL. */
export const pointerTo = (steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
