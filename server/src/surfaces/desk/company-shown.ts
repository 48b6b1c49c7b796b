// Companies as the desk shows them.
import type { Static } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment } from '../../foundation/scope.ts';
import { findCompanyAtDesk, type CompanyAtDesk as Row } from '../../identity/companies/sql.ts';
import { type KeyRow, listKeys } from '../../identity/keys/sql.ts';
import { keyState } from '../../identity/keys/state.ts';
import { type FirstOwnerInvitation, findFirstOwnerInvitation, listMembers } from '../../identity/members/sql.ts';
import { listBalances } from '../../ledger/book/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Company, CompanyRow, Key } from './company-contract.ts';
import { shownAt, shownAtOrNull } from './contract.ts';

/** The uuid of the company that a text names; unknown ids become the nil UUID. */
export const companyIdOf = (text: string): string => fromId('company', text) ?? NOBODY;

/** The company with this uuid, or a refusal. */
export async function getCompany(db: Db, id: string): Promise<Row> {
  const company = await db.read({ companyId: id, environment: 'sandbox' }, (tx) => findCompanyAtDesk(tx, id));
  return company ?? refuse('company_not_found');
}

/** A company as a list shows it. */
export const toCompanyRow = (row: Row): Static<typeof CompanyRow> => ({
  id: toId('company', row.id),
  name: row.name,
  kind: row.kind,
  verification: row.verification,
  verificationState: row.verification_state,
  verificationReason: row.verification_reason,
  suspendedAt: shownAtOrNull(row.suspended_at),
  suspensionReason: row.suspension_reason,
  capabilities: { directInvoices: row.direct_invoices, liveServices: row.live_services },
  createdAt: shownAt(row.created_at),
});

/** A company with its limits, balances, people and keys. */
export async function readCompany(db: Db, id: string, now: Date): Promise<Static<typeof Company>> {
  const row = await getCompany(db, id);
  const [sandbox, live, members, invitation] = await Promise.all([
    readBook(db, id, 'sandbox', now),
    readBook(db, id, 'live', now),
    listMembers(db, id),
    findFirstOwnerInvitation(db, id, now),
  ]);
  return {
    ...toCompanyRow(row),
    limits: { reads: row.reads_per_second, writes: row.writes_per_second, statements: row.statements_per_second },
    balances: { sandbox: sandbox.balance, live: live.balance },
    members: members.map((member) => ({
      id: toId('user', member.user_id),
      name: member.name,
      email: member.email,
      role: member.role,
      hasSecondFactor: member.has_second_factor,
      since: shownAt(member.since),
    })),
    ownerInvitation: invitation === undefined ? null : toOwnerInvitation(invitation),
    keys: [...sandbox.keys, ...live.keys].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  };
}

const toOwnerInvitation = (row: FirstOwnerInvitation) => ({
  email: row.email,
  invitedBy: row.operator,
  invitedAt: shownAt(row.created_at),
  expiresAt: shownAt(row.expires_at),
  emailStatus: row.email_status,
});

async function readBook(db: Db, companyId: string, environment: Environment, now: Date) {
  const scope = { companyId, environment };
  return db.read(scope, async (tx) => {
    const [balances, keys] = await Promise.all([listBalances(tx, scope), listKeys(tx, scope)]);
    const of = (name: string) => formatUsd(balances.find(({ account }) => account === name)?.balance ?? 0n);
    return {
      balance: { available: of('available'), held: of('held') },
      keys: keys.map((key) => toKey(key, environment, now)),
    };
  });
}

/** A key as the desk shows it. */
export const toKey = (row: KeyRow, environment: Environment, now: Date): Static<typeof Key> => ({
  id: toId('key', row.id),
  name: row.name,
  environment,
  hint: row.hint,
  scopes: row.scopes,
  createdAt: shownAt(row.created_at),
  expiresAt: shownAtOrNull(row.expires_at),
  revokedAt: shownAtOrNull(row.revoked_at),
  lastUsedAt: shownAtOrNull(row.last_used_at),
  rotatedFrom: row.rotated_from === null ? null : toId('key', row.rotated_from),
  state: keyState(row, now),
});
