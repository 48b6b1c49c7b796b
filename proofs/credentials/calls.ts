// Calls of database functions, built from their arguments: the part of a call that each argument is, and its value.
import { randomBytes, randomUUID } from 'node:crypto';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { Sql } from '@cardwright/server/platform/db/sql.ts';
import { type Party, SLOT } from './parties.ts';

/** The sources of a call's scope: the request, the claim of an Idempotency-Key, an API key, a person. */
export type Part = 'request' | 'claim' | 'key' | 'person';
export type Parts = Record<Part, Party>;

/** A function as the catalogue has it. */
export type Routine = { name: string; signature: string; arguments: readonly { name: string; type: string }[] };

type Value = { part?: Part; of: (parts: Parts) => unknown };

const newId = () => newUuid(new Date());
const now = () => new Date().toISOString();

const claimOf = ({ claim: { scope } }: Parts) => ({
  company_id: scope.companyId,
  environment: scope.environment,
  key: randomUUID(),
  method: 'POST',
  path: '/attack',
  request_digest: `\\x${randomBytes(32).toString('hex')}`,
  field_digests: {},
  response_status: 201,
  response_body: '{}',
  resource_id: toId('operation', newId()),
  created_at: now(),
});

const orderOf = ({ request }: Parts) => ({
  company_id: request.scope.companyId,
  environment: request.scope.environment,
  id: newId(),
  shown_id: toId('operation', newId()),
  type: 'issue',
  product_id: request.productId,
  amount: '5000',
  expected_total: null,
  holder_id: request.holderId,
  card_id: null,
  name: '',
  recipient: '',
  metadata: '{}',
  scenario: '',
});

/** A payment belongs to the claim's company; the request names a card but no scope. */
const paymentOf = ({ claim }: Parts) => ({
  id: newId(),
  shown_id: 'txn_x',
  card_id: claim.cardId,
  shown_card: 'crd_x',
  reference: 'x',
  type: 'purchase',
  status: 'settled',
  amount: '-100',
  merchant: 'Books',
  country: 'DE',
  description: '',
});

/** Arguments by name. Every uuid argument must be listed, or its access is unknown. */
const byName: Record<string, Value> = {
  of_company: { part: 'request', of: ({ request }) => request.scope.companyId },
  of_environment: { part: 'request', of: ({ request }) => request.scope.environment },
  company_ids: { part: 'request', of: ({ request }) => [request.scope.companyId] },
  environments: { part: 'request', of: ({ request }) => [request.scope.environment] },
  of_operation: { part: 'request', of: ({ request }) => request.operationId },
  of_card: { part: 'request', of: ({ request }) => request.cardId },
  of_import: { part: 'request', of: ({ request }) => request.importId },
  of_reveal: { part: 'request', of: ({ request }) => request.revealId },
  of_invoice: { part: 'request', of: ({ request }) => request.invoiceId },
  invitation: { part: 'request', of: ({ request }) => request.invitationId },
  of_document: { part: 'request', of: ({ request }) => request.documentId },
  claim: { part: 'claim', of: (parts) => JSON.stringify(claimOf(parts)) },
  claims: { part: 'claim', of: (parts) => JSON.stringify([claimOf(parts)]) },
  api_key_id: { part: 'key', of: ({ key }) => key.keyId },
  api_key_ids: { part: 'key', of: ({ key }) => [key.keyId] },
  key_ids: { part: 'key', of: ({ key }) => [key.keyId] },
  of_key: { part: 'key', of: ({ key }) => key.keyId },
  old_key: { part: 'key', of: ({ key }) => key.keyId },
  by_user: { part: 'person', of: ({ person }) => person.ownerId },
  of_user: { part: 'person', of: ({ person }) => person.ownerId },
  new_key: { of: newId },
  new_id: { of: newId },
  new_reveal: { of: newId },
  new_scopes: { of: () => ['cards:read'] },
  new_hint: { of: () => 'hint' },
  amounts: { of: () => ['100'] },
  to_email: { of: () => `${randomUUID()}@people.example` },
  as_role: { of: () => 'viewer' },
  to_role: { of: () => 'viewer' },
  of_slot: { of: () => SLOT },
  to_slot: { of: () => SLOT },
  ends_at: { of: () => null },
  until: { of: () => new Date(Date.now() + 86_400_000).toISOString() },
  most: { of: () => 100 },
  used_at: { of: () => [new Date(Date.now() + 60_000).toISOString()] },
};

/** Arguments with another meaning in one function. */
const inFunction: Record<string, Value> = {
  'accept_operations.requests': { part: 'request', of: (parts) => JSON.stringify([orderOf(parts)]) },
  'simulate_payments.requests': { of: (parts) => JSON.stringify([paymentOf(parts)]) },
  'create_holder.holder': {
    of: () =>
      JSON.stringify({
        id: newId(),
        name: 'A',
        email: 'a@example.com',
        kind: 'individual',
        externalId: '',
        metadata: {},
      }),
  },
  'create_import.import': { of: () => JSON.stringify({ id: newId(), type: 'topup', product_id: null }) },
  'create_import.its_rows': {
    of: () =>
      JSON.stringify([
        { number: 1, operation_id: newId(), holder_id: null, card_id: newId(), name: '', amount: '5000', fee: '10' },
      ]),
  },
  'note_import_rows.numbers': { of: () => [1] },
  'note_import_rows.refusals': { of: () => ['card_closed'] },
  'accept_card_action.request': {
    of: ({ request }) =>
      JSON.stringify({ id: newId(), type: 'limits', cardId: request.cardId, limits: {}, scenario: '' }),
  },
  'update_holder.of_holder': { part: 'request', of: ({ request }) => request.holderId },
  'update_card.given': { of: () => JSON.stringify({ metadata: { changed: newId() } }) },
  'update_holder.given': { of: () => JSON.stringify({ metadata: { changed: newId() } }) },
  'find_changed_operations.ids': { part: 'request', of: ({ request }) => [request.operationId] },
  'find_changed_invoices.ids': { part: 'request', of: ({ request }) => [request.invoiceId] },
  'find_changed_invoices.statuses': { of: () => ['pending'] },
  'count_missing.ids': { part: 'request', of: ({ request }) => [request.operationId] },
  'count_missing.were_settled': { of: () => [false] },
  'find_marks.tokens': { of: () => [newId()] }, // marks are of no company
  'report_timeline.of_process': { of: newId },
  'create_invoice.asked': { of: () => JSON.stringify({ id: newId(), amount: '5000', scenario: '' }) },
  'change_webhooks_by_key.action': { of: () => 'delete' },
  'change_webhooks_by_key.given': {
    part: 'request',
    of: ({ request }) => JSON.stringify({ id: request.webhookId, at: now() }),
  },
  'store_notifications.key_ids': { of: () => ['n1'] }, // keys of issuers, which have no scope of a company
  'store_notifications.subjects': { of: () => [newId()] }, // only the turn of a notification follows from it
  'shown_id.id': { of: newId }, // writes an id as text and reads nothing
  'open_company.of_company': { of: newId },
  'invite_member.invitation': { of: newId },
  'place_document.of_document': { of: newId },
  'place_document.of_type': { of: () => 'application/pdf' },
  'change_member.of_user': { part: 'request', of: ({ request }) => request.memberId },
  'remove_member.of_user': { part: 'request', of: ({ request }) => request.memberId },
  'find_invitation.of_user': { part: 'person', of: ({ person }) => person.guestId },
  'accept_invitation.of_user': { part: 'person', of: ({ person }) => person.guestId },
};

/** Any value of a type. Ids are missing, because an id is never arbitrary. */
const byType: Record<string, () => unknown> = {
  text: () => 'x',
  'text[]': () => [],
  integer: () => 1,
  smallint: () => 1,
  bigint: () => '100',
  boolean: () => false,
  bytea: () => randomBytes(32),
  jsonb: () => '{}',
  interval: () => '1 day',
  'timestamp with time zone': now,
};

function valueOf({ name: routine }: Routine, { name, type }: Routine['arguments'][number]): Value | undefined {
  const any = byType[type];
  return inFunction[`${routine}.${name}`] ?? byName[name] ?? (any === undefined ? undefined : { of: any });
}

/** Types that may carry an id, and with it a scope or a credential. */
const isId = (type: string) => type === 'uuid' || type === 'uuid[]';

/** Arguments that may carry an id and are not listed. */
export const unknownIds = (routine: Routine): string[] =>
  routine.arguments.filter((each) => isId(each.type) && valueOf(routine, each) === undefined).map(({ name }) => name);

/** The parts that determine the scope of a call. */
export function partsOf(routine: Routine): Part[] {
  const parts = routine.arguments.map((each) => valueOf(routine, each)?.part).filter((part) => part !== undefined);
  return [...new Set(parts)];
}

/** Whether a function takes an environment, and so may be given a wrong one. */
export const hasEnvironment = ({ arguments: all }: Routine): boolean =>
  all.some(({ name }) => ['of_environment', 'environments', 'claim', 'claims'].includes(name));

/** Whether a function takes an API key as a credential: it must raise for a key of another scope. */
export const takesKey = ({ arguments: all }: Routine): boolean =>
  all.some(({ name }) => ['api_key_id', 'api_key_ids', 'claim', 'claims'].includes(name));

/** The call; undefined when an argument has no known value. */
export function callOf(routine: Routine, parts: Parts): Sql | undefined {
  const texts = [`select * from ${routine.signature.replace(/\(.*/s, '')}(`];
  const values: unknown[] = [];
  for (const [index, argument] of routine.arguments.entries()) {
    const value = valueOf(routine, argument);
    if (value === undefined) return undefined;
    texts[index] += `${index === 0 ? '' : ', '}${argument.name} => `;
    texts.push(`::${argument.type}`);
    values.push(value.of(parts));
  }
  texts[texts.length - 1] += ') as answer';
  return new Sql(texts, values);
}
