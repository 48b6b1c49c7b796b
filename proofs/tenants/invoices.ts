// Invoices that every tenant creates and pays in a pass, under one Idempotency-Key that all of them use.

import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { playIssuer } from '../credentials/played-issuer.ts';
import type { Tenant } from '../fixtures/fixtures.ts';
import { type Answer, codeOf } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import { look, type Pass } from './attacks.ts';

const INVOICES = '/api/v1/card-account/invoices';

/** The decimals of the transfers requested here; no fixture has them. */
const MARK = '000077';

/**
 * Each tenant is refused because of its own unresolved invoice, which the refusal names; once it is resolved, each
 * creates an invoice under the same key and simulates a transfer. The administrator plays the issuer, so nothing waits.
 */
export async function invoiceWithSharedKey(
  context: Context,
  db: Db,
  pass: Pass,
  transfers: Map<Tenant, number>,
): Promise<void> {
  const issuer = playIssuer(db);
  try {
    for (const [index, caller] of pass.tenants.entries()) {
      const unresolved = await unresolvedOf(db, caller);
      const create = createAs(context, pass, caller, index);
      await meetOwnUnresolved(context, caller, { answer: await create(0), unresolved });
      await setAside(db, caller, unresolved);
      await createOnce(context, caller, [await create(0), await create(0), await create(1)]);
      const { status } = await look(context, pass, caller, {
        method: 'POST',
        path: `/api/v1/sandbox/invoices/${toId('invoice', unresolved)}/transfers`,
        body: { amount: `${index + 1}.${MARK}` },
      });
      const live = isLive(caller);
      if (status !== (live ? 403 : 200))
        context.violation('a tenant cannot pay its own invoice', { caller: caller.name, status });
      if (!live) transfers.set(caller, (transfers.get(caller) ?? 0) + 1);
      await takeBack(db, caller, unresolved);
    }
  } finally {
    await issuer.stop();
  }
}

const isLive = ({ scope }: Tenant) => scope.environment === 'live';

const createAs = (context: Context, pass: Pass, caller: Tenant, index: number) => (more: number) =>
  look(context, pass, caller, {
    method: 'POST',
    path: INVOICES,
    headers: { 'idempotency-key': `shared-invoice-${pass.name}`.replaceAll(' ', '-') },
    body: { amount: String(100 * (index + 1) + more) },
  });

const ofTenant = ({ scope }: Tenant) => sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;

async function unresolvedOf(db: Db, caller: Tenant): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from invoices where ${ofTenant(caller)} and status = 'manual_review'`,
  );
  if (row === undefined) throw new Error(`${caller.name} has no unresolved invoice`);
  return row.id;
}

const setAside = (db: Db, caller: Tenant, id: string) =>
  db.query(sql`
    update invoices set status = 'failed', decided_at = created_at where ${ofTenant(caller)} and id = ${id} and status = 'manual_review'`);

/** Restores it, so that every pass finds the same. */
const takeBack = (db: Db, caller: Tenant, id: string) =>
  db.query(sql`
    update invoices set status = 'manual_review', decided_at = null where ${ofTenant(caller)} and id = ${id} and status = 'failed'`);

async function meetOwnUnresolved(
  context: Context,
  caller: Tenant,
  { answer, unresolved }: { answer: Answer; unresolved: string },
): Promise<void> {
  const { code, resourceId } = JSON.parse(answer.text) as { code?: string; resourceId?: string };
  const found = [code, resourceId].join(' ');
  const right = isLive(caller) ? 'capability_disabled ' : `invoice_unresolved ${toId('invoice', unresolved)}`;
  if (found !== right)
    context.violation('an unresolved invoice is not its tenant’s own', { caller: caller.name, found, right });
}

/** The first request created an invoice, the second replayed it, the third conflicted under the same key. */
async function createOnce(context: Context, caller: Tenant, answers: readonly Answer[]): Promise<void> {
  const outcomes = answers
    .map((answer) => (answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : (codeOf(answer) ?? 'created')))
    .join(', ');
  const right = isLive(caller)
    ? 'capability_disabled, capability_disabled, capability_disabled'
    : 'created, replayed, idempotency_conflict';
  if (outcomes !== right)
    context.violation('an Idempotency-Key meets its use by another', { caller: caller.name, invoice: true, outcomes });
  const { id = '' } = JSON.parse(answers[0]?.text ?? '{}') as { id?: string };
  const uuid = fromId('invoice', id);
  if (uuid === undefined) return;
  caller.ids.invoices.unshift(id);
  caller.uuids.invoices.unshift(uuid);
}

/** Each tenant has the invoices that it was told of and the transfers that it requested, and no others. */
export async function checkInvoices(
  context: Context,
  db: Db,
  tenants: readonly Tenant[],
  transfers: ReadonlyMap<Tenant, number>,
): Promise<void> {
  for (const tenant of tenants) {
    const invoices = await db.query<{ id: string }>(
      sql`select id from invoices where ${ofTenant(tenant)} order by created_at desc, id desc`,
    );
    const [wishes] = await db.query<{ count: bigint }>(
      sql`select count(*) from simulated_transfers where ${ofTenant(tenant)} and amount % 1000000 = ${BigInt(MARK)}`,
    );
    const found = [...invoices.map(({ id }) => id), Number(wishes?.count)];
    const right = [...tenant.uuids.invoices, transfers.get(tenant) ?? 0];
    if (String(found) !== String(right))
      context.violation('an invoice was created or paid by another tenant’s request', {
        tenant: tenant.name,
        found,
        right,
      });
  }
}
