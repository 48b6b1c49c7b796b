// Text that the database cannot store: every text of every endpoint, taken from the descriptions of the three services.
import { paths } from '@cardwright/server/identity/people/paths.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browserOf,
  enableSecondFactor,
  newPerson,
  openCompany,
  type SignedIn,
  stepUp,
} from '../../identity/people/person.ts';
import { type AtDesk, browserAt, operatorAt } from '../../surfaces/desk/operator.ts';
import { type Company, startWorld, type World } from '../../world.ts';

type Schema = {
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } };
type Send = (path: string, request: { method: string; json?: unknown }) => Promise<{ status: number; body: unknown }>;

/** Halves of a pair alone, in the wrong order, in the middle of a text; and NUL. */
const poisons = ['\ud800', 'x\udc00', '\ude00\ud83d', 'a\u0000b'];

let world: World;
let company: Company;
let person: SignedIn;
let personsCompany: string;
let operator: AtDesk;
beforeAll(async () => {
  world = await startWorld({ portal: true, desk: true });
  company = await world.company();
  person = await newPerson(world);
  personsCompany = await openCompany(world, person);
  await stepUp(person, await enableSecondFactor(person));
  operator = await operatorAt(world, 'Olga Operator');
});
afterAll(() => world.stop());

/** Every place of a text in a body of this schema, as the names that lead there; 0 is the first of a list. */
function textsIn(schema: Schema, document: Document, at: (string | number)[] = []): (string | number)[][] {
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return textsIn(document.components?.schemas?.[named] ?? {}, document, at);
  const variants = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...([schema.type].flat().includes('string') ? [at] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => textsIn(each, document, [...at, name])),
    ...Object.values(schema.patternProperties ?? {}).flatMap((each) => textsIn(each, document, [...at, 'anything'])),
    ...(schema.items === undefined ? [] : textsIn(schema.items, document, [...at, 0])),
    ...variants.flatMap((each) => textsIn(each, document, at)),
  ];
}

const withText = (at: (string | number)[], text: string): unknown =>
  at.reduceRight<unknown>((inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }), text);

type Attempt = { method: string; path: string; json?: unknown; field: string };

/** One request for each poison in each text of each endpoint. */
function attemptsOn(document: Document): Attempt[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([verb, { parameters = [], requestBody }]) => {
      const method = verb.toUpperCase();
      const path = template.replaceAll(/\{\w+\}/g, 'x');
      const inQuery = parameters
        .filter((each) => each.in === 'query')
        .map(({ name }) => ({ method, path: `${path}?${name}=a%00b`, field: `query.${name}` }));
      const body = requestBody?.content['application/json']?.schema;
      const inBody = body === undefined ? [] : textsIn(body, document);
      return [
        ...inQuery,
        ...inBody.flatMap((at) =>
          poisons.map((text) => ({ method, path, json: withText(at, text), field: ['body', ...at].join('.') })),
        ),
      ];
    }),
  );
}

/** One request with NUL in its path for each read of each endpoint. */
const readsOn = (document: Document): string[] =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    'get' in methods && template.includes('{') ? [template.replaceAll(/\{\w+\}/g, 'a%00b')] : [],
  );

async function expectRefusals(attempts: Attempt[], send: Send): Promise<void> {
  for (const { method, path, json, field } of attempts) {
    const { status, body } = await send(path, { method, ...(json === undefined ? {} : { json }) });
    expect({ status, body }, `${method} ${path} ${JSON.stringify(json)}`).toMatchObject({
      status: 400,
      body: {
        code: 'request_invalid',
        retry: 'new_key',
        message: `${field} has a character that cannot be stored: NUL or an unpaired surrogate.`,
      },
    });
  }
}

describe('text that the database cannot store is 400 and names its field', () => {
  test('in every endpoint of the API', async () => {
    const { body: document } = await world.ask<Document>('/openapi.json');
    const attempts = attemptsOn(document);
    expect(attempts.length).toBeGreaterThan(100);
    const headers = { 'idempotency-key': 'poison' };
    await expectRefusals(attempts, (path, request) => company.ask(path, { ...request, headers }));
    for (const path of readsOn(document)) expect(await company.get(path), path).toMatchObject({ status: 404 });
  });

  test('in every endpoint of the portal, and of the API at the portal', async () => {
    const own = await person.get<Document>('/portal/openapi.json');
    const api = await person.get<Document>('/openapi.json');
    const attempts = [...attemptsOn(own.body), ...attemptsOn(api.body)];
    expect(attempts.length).toBeGreaterThan(100);
    const headers = { 'idempotency-key': 'poison' };
    await expectRefusals(attempts, (path, request) =>
      person.ask(path, { ...request, headers, company: personsCompany, environment: 'sandbox' }),
    );
  });

  test('in every endpoint of the desk', async () => {
    const { body: document } = await operator.get<Document>('/desk/openapi.json');
    const attempts = attemptsOn(document);
    expect(attempts.length).toBeGreaterThan(50);
    await operator.stepUp();
    await expectRefusals(attempts, (path, request) => operator.ask(path, request));
    for (const path of readsOn(document)) expect((await operator.get(path)).status, path).toBeLessThan(500);
  });

  test('in every field of signing in, at the portal and at the desk', async () => {
    const attempts = (base: string) =>
      Object.entries(paths).flatMap(([name, { method, takes }]): Attempt[] =>
        takes.flatMap((field): Attempt[] =>
          method === 'GET'
            ? [{ method, path: `${base}${name}?${field}=a%00b`, field: `query.${field}` }]
            : poisons.map((text) => ({ method, path: base + name, json: { [field]: text }, field: `body.${field}` })),
        ),
      );
    await expectRefusals(attempts('/portal/auth'), (path, request) => browserOf(world).ask(path, request));
    await expectRefusals(attempts('/desk/auth'), (path, request) => browserAt(world).ask(path, request));
  });
});

describe('text that is only odd is stored', () => {
  test('a whole pair, a replacement character and letters of every plane', async () => {
    const name = 'Ada 😀 \ufffd \u{10ffff} 名';
    const answer = await company.post('/api/v1/holders', { name, email: 'ada@example.com', kind: 'individual' });
    expect(answer).toMatchObject({ status: 201, body: { name } });
  });

  test('a key of bytes that are half a pair in UTF-8 is Latin-1, and never an error of ours', async () => {
    for (const key of ['\u00ed\u00a0\u0080', '\u00ed\u00b0\u0080x', '\u00c0\u0080', '\u00ff'])
      expect(await company.post('/api/v1/sandbox/funding', { amount: '1.00' }, { key })).toMatchObject({ status: 200 });
  });
});

test('a field that cannot be stored is found however deep it lies, and its name is cut', async () => {
  const deep = `${'{"a":'.repeat(9_000)}"\\ud800"${'}'.repeat(9_000)}`;
  const answer = await company.ask<{ message: string }>('/api/v1/holders', {
    method: 'POST',
    raw: deep,
    headers: { 'idempotency-key': 'deep' },
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  expect(answer.body.message.length).toBeLessThan(200);
});
