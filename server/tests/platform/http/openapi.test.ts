import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerPointer, problemsAt } from '../../declared.ts';
import { startWorld, type World } from '../../world.ts';

type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown;
  parameters?: { name: string }[];
  responses: Record<string, { description: string; headers?: object; content?: Record<string, { schema?: object }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  externalDocs?: object;
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Operation['responses'][string]>;
    securitySchemes: object;
  };
};

const DOCS = 'https://docs.example.com';

let world: World;
let text: string;
let document: Document;
let operations: { name: string; path: string; operation: Operation }[];
beforeAll(async () => {
  world = await startWorld({ env: { CARDWRIGHT_DOCS_URL: DOCS } });
  const answer = await world.ask<Document>('/openapi.json');
  ({ text, body: document } = answer);
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );
});
afterAll(() => world.stop());

/** A response, also one that is shared by several operations. */
const responseOf = ({ responses }: Operation, status: string) => {
  const response = responses[status] as { $ref?: string } | undefined;
  const name = response?.$ref?.split('/').at(-1);
  return name === undefined ? responses[status] : document.components.responses[name];
};

describe('/openapi.json', () => {
  test('is OpenAPI 3.1 in the version of the specification, open to everyone', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: 'Cardwright', version: '1.1.0' });
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
  });

  test('leads to the documentation site', () => {
    expect(document.externalDocs).toEqual({ url: DOCS, description: expect.any(String) });
  });

  test('names every operation once, with a tag, a summary and its permission', () => {
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.tags, name).toHaveLength(1);
      expect(operation.summary, name).toMatch(/./);
      const permission = /^Permission: (?:(`[a-z:]+`(?: or `[a-z:]+`)*)|any valid key)\./.exec(
        operation.description ?? '',
      );
      expect(permission, `${name}: ${operation.description}`).not.toBeNull();
      for (const [, scope] of (permission?.[1] ?? '').matchAll(/`([a-z:]+)`/g)) expect(keyScopes).toContain(scope);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('tags by resource, with tags that are described', () => {
    const described = document.tags.map(({ name }) => name);
    for (const { name, operation } of operations) expect(described, name).toContain(operation.tags?.[0]);
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(described));
  });

  test('declares 401, 403, 429, 500 and 503 for every operation, each with its codes and Request-Id', () => {
    for (const { name, operation } of operations) {
      for (const status of ['401', '403', '429', '500', '503']) {
        const response = responseOf(operation, status);
        expect(JSON.stringify(response?.content), `${name} ${status}`).toContain('#/components/schemas/Problem');
      }
      for (const status of Object.keys(operation.responses).filter((each) => each !== 'default')) {
        expect(responseOf(operation, status)?.headers, `${name} ${status}`).toHaveProperty('Request-Id');
      }
      expect(responseOf(operation, '429')?.headers, name).toHaveProperty('Retry-After');
    }
  });

  test('declares 404 where a path names something, 413 and 415 where a body is sent, and 409 with a key', () => {
    for (const { name, path, operation } of operations) {
      if (path.includes('{')) expect(operation.responses, name).toHaveProperty('404');
      if (name.startsWith('post'))
        for (const status of ['400', '413', '415']) expect(operation.responses, name).toHaveProperty(status);
      const headers = (operation.parameters ?? []).map((parameter) => parameter.name.toLowerCase());
      if (headers.includes('idempotency-key')) expect(operation.responses, name).toHaveProperty('409');
    }
  });

  test('has a success with a body for every operation', () => {
    for (const { name, operation } of operations) {
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect(successes, name).toHaveLength(1);
      expect(operation.responses[successes[0] ?? '']?.content, name).toBeDefined();
    }
  });

  test('gives examples that are valid against their own schemas', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'free-text': true, cursor: true } });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'document' });
    let checked = 0;
    const walk = (node: unknown, pointer: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { examples, example } = node as { examples?: unknown; example?: unknown };
      const shown = Array.isArray(examples) ? examples : example === undefined ? [] : [example];
      const isSchema = !('schema' in node);
      const schema = isSchema ? pointer : `${pointer}/schema`;
      for (const value of shown) {
        const validate = ajv.compile({ $ref: `document#${schema}` });
        expect(validate(value), `${pointer}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`).toBe(true);
        checked++;
      }
      for (const [name, child] of Object.entries(node)) {
        if (name === 'examples' || name === 'example') continue;
        walk(child, `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
      }
    };
    walk(document, '');
    expect(checked).toBeGreaterThan(20);
  });

  test('refers to nothing that is not there, and tells no local path', () => {
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas, name).toHaveProperty([name]);
    expect(text).not.toMatch(/schema-\d|\/src\/|node_modules/);
  });
});

describe('real answers', () => {
  test('are valid against the schemas that describe them', async () => {
    const company = await world.company({ available: '10.00' });
    const cardId = await company.insertCard({ balance: -1n });
    const openedAt = new Date();
    const operationId = await company.insertOperation({ status: 'manual_review', review: { reason: 'x', openedAt } });
    await company.insertOperation({ status: 'completed', cardId, receipt: 'R' });
    await company.insertTransaction({ cardId });
    const asked: [string, string][] = [
      ['/api/v1/balance', '/api/v1/balance'],
      ['/api/v1/capabilities', '/api/v1/capabilities'],
      ['/api/v1/products', '/api/v1/products'],
      ['/api/v1/cards', '/api/v1/cards'],
      ['/api/v1/cards/{id}', `/api/v1/cards/${cardId}`],
      ['/api/v1/holders', '/api/v1/holders?limit=1'],
      ['/api/v1/operations', '/api/v1/operations'],
      ['/api/v1/operations/{id}', `/api/v1/operations/${operationId}`],
      ['/api/v1/operations/{id}', '/api/v1/operations/unknown'],
      ['/api/v1/transactions', '/api/v1/transactions'],
      ['/api/v1/account-statements', '/api/v1/account-statements?from=2026-01-01&to=2026-12-31'],
      ['/api/v1/account-statements', '/api/v1/account-statements'],
    ];
    for (const [path, url] of asked) {
      const { status, body } = await company.get(url);
      expect(problemsAt(answerPointer('GET', path, status), body), url).toBe('');
    }
  });
});
