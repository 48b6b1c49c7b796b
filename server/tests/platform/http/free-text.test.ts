// Card numbers, as people write them, in the words that clients, members and operators give us.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOf, newEmail, newPerson, openCompany, PASSWORD, type SignedIn } from '../../identity/people/person.ts';
import { pdf } from '../../identity/verifications/handed-in.ts';
import { type AtDesk, operatorAt } from '../../surfaces/desk/operator.ts';
import { upload } from '../../surfaces/portal/asking.ts';
import { startWorld, type World } from '../../world.ts';

const written = ['card 4242 4242 4242 4242', '4242-4242-4242-4242', '4242.4242.4242.4242', 'x4242424242424242'];
const refused = { status: 400, body: { code: 'card_number_refused', retry: 'new_key' } };

/** What a request may have beside words for people: values that are never scanned, each by its name. */
const neverScanned = new Set([
  'productId',
  'holderId',
  'cardId',
  'companyId',
  'company',
  'kind',
  'externalId',
  'recipient',
  'email',
  'url',
  'code',
  'cardToken',
  'amount',
  'actions', // names that operators' actions have, and no others
  'password',
  // What a browser says of a passkey: bytes in base64url.
  'id',
  'rawId',
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
  'transports',
  'file', // the file of an import: each text of its rows is scanned, and refused in its row
  'digest',
]);

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Contract = {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
};

/** Every text of a schema that may be anything, with the name of its property. */
function textsOf(contract: Contract, schema: Schema, name = ''): { name: string; schema: Schema }[] {
  const { $ref, properties = {}, additionalProperties, items, anyOf = [], allOf = [] } = schema;
  if ($ref !== undefined)
    return textsOf(contract, contract.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name);
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const inside = [...anyOf, ...allOf, ...values, ...(items === undefined ? [] : [items])];
  const isOpen = schema.type === 'string' && schema.enum === undefined && !isNarrow(schema);
  return [
    ...(isOpen ? [{ name, schema }] : []),
    ...inside.flatMap((each) => textsOf(contract, each, name)),
    ...Object.entries(properties).flatMap(([key, each]) => textsOf(contract, each, key)),
  ];
}

/** Whether a text can only be a number, a moment, an id or a code of a few letters. */
const isNarrow = ({ format = '', pattern = '' }: Schema) =>
  ['date-time', 'uuid', 'email'].includes(format) || /^\^(\\d|\[A-Z\]\{2\})/.test(pattern);

test.each(['openapi', 'portal-openapi', 'desk-openapi'])(
  'every text that %s takes is scanned or has a name',
  (file) => {
    const path = join(import.meta.dirname, '../../../../docs/api', `${file}.json`);
    const contract = JSON.parse(readFileSync(path, 'utf8')) as Contract;
    const bodies = Object.values(contract.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => (schema === undefined ? [] : textsOf(contract, schema)));
    expect(bodies.length).toBeGreaterThan(0);
    const open = bodies.filter(({ name, schema }) => schema.format !== 'free-text' && !neverScanned.has(name));
    expect(open.map(({ name }) => name)).toEqual([]);
    const scanned = bodies.filter(({ name, schema }) => schema.format === 'free-text' && neverScanned.has(name));
    expect(scanned).toEqual([]);
  },
);

describe('a card number in groups is refused', () => {
  let world: World;
  let owner: SignedIn;
  let ann: AtDesk;
  beforeAll(async () => {
    world = await startWorld({ portal: true, desk: true });
    owner = await newPerson(world);
    ann = await operatorAt(world, 'Ann');
  });
  afterAll(() => world?.stop());

  test.each(written)('from clients: %s', async (text) => {
    const company = await world.company({ available: '100.00' });
    const holder = { name: text, email: 'ada@example.com', kind: 'individual' };
    expect(await company.post('/api/v1/holders', holder)).toMatchObject(refused);
    const metadata = { note: text };
    expect(await company.post('/api/v1/holders', { ...holder, name: 'Ada', metadata })).toMatchObject(refused);
    const id = await company.insertHolder();
    expect(await company.ask(`/api/v1/holders/${id}`, { method: 'PATCH', json: { metadata } })).toMatchObject(refused);
    const order = { type: 'issue', productId: 'x', holderId: 'x', amount: '50.00', name: text };
    expect(await company.post('/api/v1/operations', order)).toMatchObject(refused);
    expect(await company.post('/api/v1/operations/preview', order)).toMatchObject(refused);
    const payment = { cardId: 'x', type: 'purchase', amount: '1.00', merchant: 'Shop', country: 'DE' };
    for (const words of [{ merchant: text }, { description: text }])
      expect(await company.post('/api/v1/sandbox/transactions', { ...payment, ...words })).toMatchObject(refused);
    const webhook = { url: 'https://example.com/hook', description: text };
    expect(await company.post('/api/v1/webhook-endpoints', webhook)).toMatchObject(refused);
  });

  test('but never in ids, keys and addresses', async () => {
    const company = await world.company({ available: '100.00' });
    const externalId = '4242 4242 4242 4242';
    const holder = { name: 'Ada', email: '4242.4242.4242.4242@example.com', kind: 'individual', externalId };
    const made = await company.post('/api/v1/holders', holder, { key: '4242-4242-4242-4242' });
    expect(made, made.text).toMatchObject({ status: 201, body: { externalId } });
  });

  test.each(written)('from members: %s', async (text) => {
    const owner = await newPerson(world); // nobody may open more than a few companies
    const company = await openCompany(world, owner);
    const signUp = { name: text, email: newEmail(), password: PASSWORD };
    expect(await browserOf(world).post('/portal/auth/sign-up/email', signUp)).toMatchObject(refused);
    expect(await owner.post('/portal/v1/companies', { name: text, kind: 'corporate' })).toMatchObject(refused);
    const key = { name: text, environment: 'sandbox', scopes: ['balance:read'] };
    expect(await owner.post('/portal/v1/keys', key, { company })).toMatchObject(refused);
    const fields = await owner.ask('/portal/v1/verification/fields', {
      method: 'PUT',
      json: { address: text },
      company,
    });
    expect(fields).toMatchObject(refused);
  });

  test('and masked in the name of a document, which a camera may have given', async () => {
    const company = await openCompany(world, owner, { approved: false });
    const name = 'IMG 4242 4242 4242 4242.pdf';
    const put = await upload(world, owner, { company, slot: 'director_id', content: pdf, name });
    expect(put, put.text).toMatchObject({
      status: 200,
      body: { documents: [{ name: 'IMG xxxx xxxx xxxx 4242.pdf' }] },
    });
  });

  test.each(written)('from operators: %s', async (text) => {
    const company = await world.company();
    await ann.stepUp();
    const { id } = company;
    const proposal = { decision: 'complete', reason: 'asked them' };
    for (const [path, json] of [
      [`companies/${id}/suspend`, { reason: text }],
      ['pauses', { environment: 'live', reason: text }],
      ['operators', { name: text, email: newEmail(), reason: 'we need one more' }],
      ['operators', { name: 'Eve', email: newEmail(), reason: text }],
      ['operators/me/tokens', { name: text, expiresInDays: 1 }],
      ['operators/op_x/disable', { reason: text }],
      [`verifications/${id}/reject`, { reason: text, submittedAt: '2026-11-15T09:30:00Z' }],
      ['reviews/op_01jcp4vsb0e5d8zq6m5k1n7x2t/proposals', { ...proposal, reason: text }],
      ['reviews/op_01jcp4vsb0e5d8zq6m5k1n7x2t/proposals', { ...proposal, receipt: text }],
      ['reviews/op_01jcp4vsb0e5d8zq6m5k1n7x2t/preview', { decision: 'complete', receipt: text }],
    ] as const)
      expect(await ann.post(`/desk/v1/${path}`, json), path).toMatchObject(refused);
  });
});
