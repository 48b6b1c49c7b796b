// Creates, rotates and revokes keys for operators. Live keys need two operators.
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { hashForStoring } from '../../foundation/secrets.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Actor, administer, didAlone } from '../operators/act.ts';
import { newKeyText } from './text.ts';

export type KeyTools = { db: Db; clock: Clock; peppers: Peppers; cell: string; actor: Actor };

/** A new key, the only time its text is known. A live one works once another operator has approved `proposed`. */
export type NewKey = { id: string; text: string; expiresAt: Date | undefined; proposed?: string };

/** Creates a sandbox key, or proposes a live one. Only the result contains its text. */
export async function createKey(
  tools: KeyTools,
  scope: Scope,
  { reason = '', ...request }: { name: string; scopes: readonly KeyScope[]; expiresAt?: Date; reason?: string },
): Promise<NewKey> {
  const made = await makeKey(tools, scope, { verb: 'create', given: request, reason });
  return 'refused' in made ? refuse(made.refused as RefusalCode) : made;
}

/**
 * Replaces a key with a new one that has the same scopes and the same end; the old one keeps working for the overlap. A
 * key is replaced once: rotate its successor next. For a live key this is a proposal.
 */
export async function rotateKey(
  tools: KeyTools,
  scope: Scope,
  { keyId, overlapHours, reason = '' }: { keyId: string; overlapHours: number; reason?: string },
): Promise<NewKey | 'no_such_live_key' | 'replaced_already' | 'proposed_already'> {
  const made = await makeKey(tools, scope, { verb: 'rotate', given: { key: keyId, overlapHours }, reason });
  return 'refused' in made ? (made.refused as 'no_such_live_key') : made;
}

/** Revokes a key: every server refuses it within a second. False if there is none, or it was already revoked. */
export async function revokeKey(tools: KeyTools, scope: Scope, keyId: string): Promise<boolean> {
  const given = { company: scope.companyId, environment: scope.environment, key: keyId };
  return (await didAlone(tools.db, tools.actor, { action: 'key.revoke', given })) === 'done';
}

async function makeKey(
  { db, clock, peppers, cell, actor }: KeyTools,
  scope: Scope,
  { verb, given, reason }: { verb: 'create' | 'rotate'; given: object; reason: string },
): Promise<NewKey | { refused: string }> {
  const id = newUuid(clock.now());
  const text = newKeyText(scope.environment, cell);
  const { hash, pepperVersion } = hashForStoring(peppers, text);
  const answer = await administer<{ expiresAt?: string }>(db, actor, {
    action: `key.${verb}${scope.environment === 'live' ? '_live' : ''}`,
    given: { ...given, company: scope.companyId, id, hash: hash.toString('hex'), pepperVersion, hint: text.slice(-4) },
    reason,
  });
  if ('refused' in answer) return answer;
  if ('proposed' in answer) return { id, text, expiresAt: undefined, ...answer };
  const { expiresAt } = answer.result;
  return { id, text, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
}
