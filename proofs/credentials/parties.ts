// Two companies in both environments, each with a credential and objects that the credential may act on.
import { randomUUID } from 'node:crypto';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Environment, Scope } from '@cardwright/server/foundation/scope.ts';
import { deposit } from '@cardwright/server/ledger/book/postings.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { insert } from '../fixtures/rows.ts';
import { makeKey, newCompany, type Tools } from '../harness/companies.ts';

/** People of a company, and an invitation to it that only the guest may accept. */
type People = { ownerId: string; memberId: string; guestId: string; invitationId: string; documentId: string };

/** One company in one environment: a key, people, and one object of each kind. */
export type Party = People & {
  name: string;
  scope: Scope;
  keyId: string;
  productId: string;
  holderId: string;
  cardId: string;
  operationId: string;
  invoiceId: string;
  webhookId: string;
  revealId: string;
  importId: string;
};

const environments: readonly Environment[] = ['sandbox', 'live'];

/** Enough for every order of the attacks. */
const FUNDS = usd(1_000_000n);

/** The slot of the document that each company has submitted. */
export const SLOT = 'id_front';

/** Creates two companies; the parties of the first come first, sandbox before live. */
export async function makeParties(tools: Tools, db: Db): Promise<Party[]> {
  const [product] = await db.query<{ id: string }>(sql`select id from products where kind = 'card' limit 1`);
  if (product === undefined) throw new Error('the catalogue has no card product');
  const parties: Party[] = [];
  for (const name of ['first', 'second']) {
    const companyId = await newCompany(tools, `The ${name} of two`);
    await db.query(sql`update companies set direct_invoices = true, live_services = true where id = ${companyId}`);
    const people = await addPeople(db, companyId);
    for (const environment of environments) {
      const scope = { companyId, environment };
      const keyId = (await makeKey(tools, scope, { name: 'proof', scopes: keyScopes })).id;
      const objects = await addObjects(db, scope, { productId: product.id, keyId });
      parties.push({ name: `${name} ${environment}`, scope, keyId, productId: product.id, ...people, ...objects });
    }
  }
  return parties;
}

async function addPeople(db: Db, companyId: string): Promise<People> {
  const now = new Date();
  const at = now.toISOString();
  const [owner, member, guest] = ['owner', 'member', 'guest'].map((name) => ({
    id: newUuid(now),
    name,
    email: `${name}-${companyId}@people.example`,
    email_verified: true,
    two_factor_enabled: true,
    created_at: at,
    updated_at: at,
  }));
  if (owner === undefined || member === undefined || guest === undefined) throw new Error('nobody is there');
  const invitation = {
    company_id: companyId,
    id: newUuid(now),
    email: guest.email,
    role: 'viewer',
    invited_by: owner.id,
    created_at: at,
    expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
  };
  await insert(db, 'people.users', [owner, member, guest]);
  await insert(db, 'members', [
    { company_id: companyId, user_id: owner.id, role: 'owner', since: at },
    { company_id: companyId, user_id: member.id, role: 'finance', since: at },
  ]);
  await insert(db, 'invitations', [invitation]);
  return {
    ownerId: owner.id,
    memberId: member.id,
    guestId: guest.id,
    invitationId: invitation.id,
    documentId: newUuid(now),
  };
}

async function addObjects(db: Db, scope: Scope, { productId, keyId }: { productId: string; keyId: string }) {
  const now = new Date();
  const at = now.toISOString();
  const row = () => ({
    company_id: scope.companyId,
    environment: scope.environment,
    id: newUuid(now),
    created_at: at,
  });
  const holder = {
    ...row(),
    name: 'Holder',
    email: 'holder@example.com',
    kind: 'individual',
    status: 'active',
    external_id: '',
    issuer_token: randomUUID(),
  };
  const card = {
    ...row(),
    holder_id: holder.id,
    product_id: productId,
    name: 'Card',
    last4: '4242',
    issuer_token: randomUUID(),
    status: 'active',
    balance: '0',
  };
  await insert(db, 'holders', [holder]);
  await insert(db, 'cards', [card]);
  await db.write(scope, (tx) => deposit(tx, scope, { reference: randomUUID(), amount: FUNDS, fee: usd(0n) }));
  return {
    holderId: holder.id,
    cardId: card.id,
    operationId: await addOperation(db, { ...row(), product_id: productId }),
    invoiceId: await addInvoice(db, row()),
    webhookId: await addWebhook(db, row()),
    revealId: await addReveal(db, scope, { card_id: card.id, api_key_id: keyId }),
    importId: await addImport(db, row(), card.id),
  };
}

type Scoped = { company_id: string; environment: string; id: string };

/** A queued service with its hold; no worker runs it. */
async function addOperation(db: Db, row: Scoped & { created_at: string; product_id: string }): Promise<string> {
  const operation = {
    ...row,
    type: 'service',
    status: 'queued',
    amount: '100',
    fee: '0',
    name: '',
    recipient: 'ada@example.com',
    receipt: '',
    failure_code: '',
    failure_message: '',
    review_reason: '',
    scenario: '',
    next_at: '9999-01-01',
  };
  await insert(db, 'operations', [operation]);
  await db.writeUnscoped((tx) =>
    tx.query(sql`
      select ledger.reserve(array[${row.company_id}::uuid], array[${row.environment}::environment],
                            array[${toId('operation', row.id)}::text], array[100::bigint], array['Service'])`),
  );
  return row.id;
}

/** An expired invoice without an event, so that another one may be created. */
async function addInvoice(db: Db, row: { id: string; created_at: string }): Promise<string> {
  const invoice = {
    ...row,
    status: 'expired',
    requested_amount: '10000',
    deposit_amount: '10000',
    fee: '0',
    scenario: '',
    address: 'T'.padEnd(34, 'x'),
    pay_amount: '100000000',
    expires_at: row.created_at,
    failure_code: '',
    failure_message: '',
    review_reason: '',
    decided_at: row.created_at,
  };
  await insert(db, 'invoices', [invoice]);
  return row.id;
}

async function addWebhook(db: Db, row: { id: string }): Promise<string> {
  const webhook = {
    ...row,
    url: 'https://hooks.example.com/',
    events: ['*'],
    description: '',
    status: 'enabled',
    disabled_reason: '',
    after_sequence: 0,
    sealing_key: 1,
    sealed_secret: '\\x00',
    at_once: 2,
    failures: 0,
    notices: 0,
    is_slow: false,
  };
  await insert(db, 'webhook_endpoints', [webhook]);
  return row.id;
}

/** An import whose only row was refused. */
async function addImport(db: Db, row: Scoped, cardId: string): Promise<string> {
  const amounts = { amount: '5000', fee: '10' };
  await insert(db, 'imports', [{ ...row, ...amounts, type: 'topup', rows: 1, accepted: 0, refused: 1 }]);
  const { id, company_id, environment } = row;
  const refused = { import_id: id, number: 1, operation_id: newUuid(new Date()), card_id: cardId, name: '' };
  await insert(db, 'import_rows', [
    { company_id, environment, ...refused, ...amounts, accepted: false, refusal: 'insufficient_funds' },
  ]);
  return id;
}

/** A request whose answer nobody has read yet; no worker deletes it. */
async function addReveal(
  db: Db,
  { companyId, environment }: Scope,
  of: { card_id: string; api_key_id: string },
): Promise<string> {
  const id = newUuid(new Date());
  const reveal = { company_id: companyId, environment, id, ...of, state: 'failed' };
  await insert(db, 'reveals', [{ ...reveal, expires_at: '9999-01-01', next_at: '9999-01-01' }]);
  return id;
}
