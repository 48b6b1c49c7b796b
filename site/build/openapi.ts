// The contract of the API, as far as its pages need it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | number | null)[];
  const?: string;
  examples?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type Response = { $ref?: string; description?: string; content?: Record<string, Media> };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: string;
};
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
export type Endpoint = Operation & { method: string; path: string };

export type Contract = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> };
};

/** Reads the contract that is generated from the routes. */
export const readContract = (): Contract =>
  JSON.parse(readFileSync(join(root, 'docs/api/openapi.json'), 'utf8')) as Contract;

/** Every endpoint, in the order of the contract. */
export const endpointsOf = ({ paths }: Contract): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/** `listCards` is at `api/cards/list-cards`. */
export const endpointAddress = ({ tags, operationId }: Endpoint): string =>
  `api/${(tags[0] ?? '').toLowerCase()}/${kebab(operationId)}`;

/** `FundingInvoice` becomes `funding-invoice`. */
export const kebab = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** A response, or the one that it refers to. */
export function responseOf({ components }: Contract, response: Response): Response {
  return response.$ref === undefined ? response : (components.responses?.[lastOf(response.$ref)] ?? {});
}

/** The name at the end of a reference. */
export const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
