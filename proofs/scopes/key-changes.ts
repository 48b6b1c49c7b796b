// Changes to a key in use: a write is refused immediately, because it checks again inside its commit, and every
// other request within a second.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { suspendCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import { createKey, revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Answer, type Client, codeOf, withoutRequestId } from '../harness/ask.ts';
import { newCompany, type Tools } from '../harness/companies.ts';
import { WEBHOOKS } from '../harness/endpoints.ts';
import type { Context } from '../harness/proof.ts';

/** The promise to operators: after this time, every server knows. */
const KNOWN_WITHIN_MS = 1_000;

type Change = {
  what: string;
  make: (scope: Scope, keyId: string) => Promise<unknown>;
  /** The answers to a write and a read afterwards. */
  write: string;
  read: string;
};

function changesOf(tools: Tools, db: Db): Change[] {
  const ofKey = (scope: Scope, keyId: string) =>
    sql`company_id = ${scope.companyId} and environment = ${scope.environment} and id = ${keyId}`;
  const invalid = { write: '401 key_invalid', read: '401 key_invalid' };
  const unverified = { write: '403 verification_required', read: '403 verification_required' };
  return [
    { what: 'the key is revoked', make: (scope, keyId) => revokeKey(tools, scope, keyId), ...invalid },
    {
      what: 'the key expires',
      make: (scope, keyId) => db.query(sql`update api_keys set expires_at = now() where ${ofKey(scope, keyId)}`),
      ...invalid,
    },
    {
      what: 'the key loses its permissions',
      make: (scope, keyId) => db.query(sql`update api_keys set scopes = '{}' where ${ofKey(scope, keyId)}`),
      write: '403 scope_missing',
      read: '403 scope_missing',
    },
    {
      what: 'the company is rejected',
      make: ({ companyId }) => verifyCompany(tools, companyId, { verification: 'rejected', reason: 'proof' }),
      ...unverified,
    },
    {
      what: 'the company is unverified',
      make: ({ companyId }) =>
        db.query(sql`update companies set verification = 'pending' where id = ${companyId} returning id`),
      ...unverified,
    },
    {
      what: 'the company is suspended',
      make: ({ companyId }) => suspendCompany(tools, companyId, 'proof'),
      write: '403 company_suspended',
      read: '200',
    },
  ];
}

/** The tried writes, each with its own statement, and their answers before the change. */
const writesOf = (invoiceId: string) => [
  { path: '/api/v1/sandbox/funding', body: { amount: '1.00' }, success: '200' },
  { path: '/api/v1/card-account/invoices', body: { amount: '100' }, success: '201' },
  { path: `/api/v1/sandbox/invoices/${invoiceId}/transfers`, body: { amount: '1' }, success: '200' },
  { path: WEBHOOKS, body: { url: 'https://example.com/' }, success: '201' },
];

/** A completed invoice, which can still receive transfers but does not block the next one. */
async function insertInvoice(db: Db, scope: Scope): Promise<string> {
  const id = newUuid(new Date());
  await db.query(sql`
    insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, address, pay_amount,
                          expires_at, decided_at, created_at)
    values (${scope.companyId}, ${scope.environment}, ${id}, 'completed', 10000, 10000, 150, repeat('T', 34), 100000000,
            now(), now(), now())`);
  return toId('invoice', id);
}

/** Makes each change to a key in use. Returns the number of changes. */
export async function changeWhileInUse(
  context: Context,
  client: Client,
  tools: Tools,
  { db, refusal }: { db: Db; refusal: string },
): Promise<number> {
  const changes = changesOf(tools, db);
  await Promise.all(
    changes.map(async (change) => {
      const scope: Scope = { companyId: await newCompany(tools, change.what), environment: 'sandbox' };
      const key = await createKey(tools, scope, { name: 'in use', scopes: keyScopes });
      const expect = (when: string, answer: Answer, right: string) => {
        const found = [answer.status, codeOf(answer)].filter((part) => part !== undefined).join(' ');
        if (found !== right) context.violation(`${change.what}, ${when}: ${found}`, { expected: right });
        else if (answer.status === 401 && withoutRequestId(answer.text) !== refusal)
          context.violation(`${change.what}, ${when}: another body than every 401`, answer.text);
      };
      const read = () => client.ask({ method: 'GET', path: '/api/v1/balance', key: key.text });
      const writes = writesOf(await insertInvoice(db, scope));
      const write = (when: string, right?: string) =>
        Promise.all(
          writes.map(async ({ path, body, success }) => {
            const headers = { 'idempotency-key': randomUUID() };
            const answer = await client.ask({ method: 'POST', path, key: key.text, headers, body });
            expect(`${when}, ${path}`, answer, right ?? success);
          }),
        );
      await write('before');
      // This read caches the key again for a moment: only the check inside the commit can refuse a write.
      await sleep(KNOWN_WITHIN_MS);
      expect('before', await read(), '200');
      await change.make(scope, key.id);
      await write('a write at once', change.write);
      await sleep(KNOWN_WITHIN_MS);
      await write('a write later', change.write);
      expect('a read later', await read(), change.read);
    }),
  );
  return changes.length;
}
