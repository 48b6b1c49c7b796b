// Who did what the audit log keeps: an operator, a member or a key of a company, or the system.
import { fromId, toId } from '../../foundation/ids.ts';
import { environments } from '../../foundation/scope.ts';
import { listKeys } from '../../identity/keys/sql.ts';
import { listMembers } from '../../identity/members/sql.ts';
import type { AuditRow } from '../../identity/operators/audit.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import type { Db } from '../../platform/db/db.ts';

/** Names of operators by uuid, and of members and keys by the ids in the details. */
type Names = ReadonlyMap<string, string>;

type AuditActor = { kind: 'operator' | 'member' | 'key' | 'system'; name: string | null };

/** Reads the names of those who acted, once for each company. */
export async function namesOfActors(db: Db, rows: readonly AuditRow[]): Promise<Names> {
  const operators = rows.flatMap(({ operator_id }) => (operator_id === null ? [] : [operator_id]));
  const companiesWith = (kind: 'user' | 'key') => [
    ...new Set(rows.flatMap((row) => (row.company_id === null || !names(row, kind) ? [] : [row.company_id]))),
  ];
  const [ofOperators, members, keys] = await Promise.all([
    operatorNames(db, [...new Set(operators)]),
    Promise.all(companiesWith('user').map((companyId) => listMembers(db, companyId))),
    Promise.all(companiesWith('key').map((companyId) => keysOf(db, companyId))),
  ]);
  return new Map([
    ...ofOperators,
    ...members.flat().map(({ user_id, name }) => [toId('user', user_id), name] as const),
    ...keys.flat().map(({ id, name }) => [toId('key', id), name] as const),
  ]);
}

/** Whether a member or a key acted in an entry, or is its subject. */
const names = ({ subject, details }: AuditRow, kind: 'user' | 'key'): boolean =>
  (kind === 'user' ? 'person' : 'key') in details || fromId(kind, subject) !== undefined;

async function keysOf(db: Db, companyId: string) {
  const each = environments.map((environment) => {
    const scope = { companyId, environment };
    return db.read(scope, (tx) => listKeys(tx, scope));
  });
  return (await Promise.all(each)).flat();
}

/** Who acted in an entry. */
export function actorOf({ operator_id: operator, details }: AuditRow, names: Names): AuditActor {
  if (operator !== null) return { kind: 'operator', name: names.get(operator) ?? null };
  const { person, key } = details;
  if (typeof person === 'string' && fromId('user', person) !== undefined)
    return { kind: 'member', name: names.get(person) ?? null };
  if (typeof key === 'string') return { kind: 'key', name: names.get(key) ?? null };
  return { kind: 'system', name: null };
}
