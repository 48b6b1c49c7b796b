// Breaking changes, planted into the released description: each is found.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreaks } from '../find-breaks.ts';

type Node = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- any part of any description

const released = (): Node =>
  JSON.parse(readFileSync(new URL('../../docs/api/released/openapi.json', import.meta.url), 'utf8')) as Node;

const schema = (document: Node, name: string): Node => document['components'].schemas[name];

const without = (list: string[], name: string) => list.filter((each) => each !== name);

/** What is changed, and what is said about it. Each is about another endpoint or field, so that one run finds all. */
const breaks: readonly [said: RegExp, change: (document: Node) => void][] = [
  [/^GET \/api\/v1\/balance: api path removed/, ({ paths }) => delete paths['/api/v1/balance']],
  [/^PATCH \/api\/v1\/holders\/\{id\}: api removed/, ({ paths }) => delete paths['/api/v1/holders/{id}'].patch],
  [
    /removed the required property `last4`/,
    (document) => {
      const card = schema(document, 'Card');
      delete card['properties'].last4;
      card['required'] = without(card['required'], 'last4');
    },
  ],
  [
    /`holderId` became optional/,
    (document) => {
      const card = schema(document, 'Card');
      card['required'] = without(card['required'], 'holderId');
    },
  ],
  [
    /`balance` response's property type\/format changed/,
    (document) => {
      schema(document, 'Card')['properties'].balance = { type: 'number' };
    },
  ],
  [
    /`name` became nullable/,
    (document) => {
      schema(document, 'Card')['properties'].name = { type: ['string', 'null'] };
    },
  ],
  [
    /request property `externalId` became required/,
    (document) => {
      schema(document, 'NewHolder')['required'].push('externalId');
    },
  ],
  [
    /removed the enum value `corporate`/,
    (document) => {
      schema(document, 'NewHolder')['properties'].kind.enum.pop();
    },
  ],
  [
    /`name` request property's maxLength was decreased/,
    (document) => {
      schema(document, 'NewHolder')['properties'].name.maxLength = 20;
    },
  ],
  [
    /changed the pattern of the request property `amount`/,
    (document) => {
      schema(document, 'NewFunding')['properties'].amount.pattern = '^\\d+$';
    },
  ],
  [
    /new required `query` request parameter `page`/,
    ({ paths }) => {
      const page = { name: 'page', in: 'query', required: true, schema: { type: 'integer' } };
      paths['/api/v1/cards'].get.parameters.push(page);
    },
  ],
  [
    /^POST \/api\/v1\/card-account\/invoices: removed the success response with the status `201`/,
    ({ paths }) => {
      const { responses } = paths['/api/v1/card-account/invoices'].post;
      responses['200'] = responses['201'];
      delete responses['201'];
    },
  ],
  [
    /removed `#\/components\/schemas\/NewOperationService` from the request body/,
    (document) => {
      const union = schema(document, 'NewOperation');
      union['oneOf'].pop();
      delete union['discriminator'].mapping.service;
    },
  ],
  [/webhook `card.updated` removed/, ({ webhooks }) => delete webhooks['card.updated']],
];

test('a break is found, each of them', async () => {
  const changed = released();
  for (const [, change] of breaks) change(changed);
  const said = (await findBreaks(released(), changed)).map(({ where, what }) => `${where}: ${what}`).join('\n');
  for (const [words] of breaks) expect(said).toMatch(new RegExp(words, 'm'));
});

test('what clients do not notice is no break', async () => {
  const changed = released();
  schema(changed, 'Card')['properties'].color = { type: 'string' };
  schema(changed, 'Card')['required'].push('color');
  schema(changed, 'NewHolder')['properties'].nickname = { type: 'string' };
  schema(changed, 'Card')['properties'].status.enum.push('lost');
  changed['paths']['/api/v1/cards'].get.parameters.push({ name: 'page', in: 'query', schema: { type: 'integer' } });
  changed['paths']['/api/v1/new'] = { get: { operationId: 'getNew', responses: { 200: { description: 'New' } } } };
  expect(await findBreaks(released(), changed)).toEqual([]);
});
