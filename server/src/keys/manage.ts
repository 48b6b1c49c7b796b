// Creating, rotating and revoking keys. Each happens on behalf of an operator and is written to the audit log.
import type { Clock } from '../clock.ts';
import type { Peppers } from '../config.ts';
import type { Db, Tx } from '../db/db.ts';
import { newUuid, toId } from '../ids.ts';
import { type Actor, audit } from '../operators/audit.ts';
import type { Scope } from '../scope.ts';
import { hashForStoring } from '../secrets.ts';
import type { KeyScope } from './scopes.ts';
import { expireKeyRow, findKeyForUpdate, hasSuccessor, insertKey, revokeKeyRow } from './sql.ts';
import { newKeyText } from './text.ts';

/** How long the old key of a rotation works beside the new one: a day is enough for a careful rollout. */
export const DEFAULT_OVERLAP_HOURS = 24;

/** Longer than a week, and two keys are simply in use. */
export const MAXIMUM_OVERLAP_HOURS = 7 * 24;

export type KeyTools = { db: Db; clock: Clock; peppers: Peppers; cell: string; actor: Actor };

/** A key at the one moment when its text is known. */
export type NewKey = { id: string; text: string; expiresAt: Date | undefined };

/** Creates a key. Its text is in the answer and nowhere else. */
export async function createKey(
  tools: KeyTools,
  scope: Scope,
  request: { name: string; scopes: readonly KeyScope[]; expiresAt?: Date },
): Promise<NewKey> {
  return tools.db.write(scope, (tx) => addKey(tx, tools, scope, { ...request, action: 'key.create' }));
}

/**
 * Replaces a key by a new one with the same scopes and the same end; the old one works on for the overlap.
 * A key is replaced once: its successor is the one to rotate next.
 */
export async function rotateKey(
  tools: KeyTools,
  scope: Scope,
  request: { keyId: string; overlapHours: number },
): Promise<NewKey | 'no_such_live_key' | 'replaced_already'> {
  return tools.db.write(scope, async (tx) => {
    const old = await findKeyForUpdate(tx, scope, request.keyId);
    const now = tools.clock.now();
    if (old === undefined || old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= now)) {
      return 'no_such_live_key';
    }
    if (await hasSuccessor(tx, scope, old.id)) return 'replaced_already';
    await expireKeyRow(tx, scope, old.id, new Date(now.getTime() + request.overlapHours * 3_600_000));
    return addKey(tx, tools, scope, {
      name: old.name,
      scopes: old.scopes,
      rotatedFrom: old.id,
      overlapHours: request.overlapHours,
      action: 'key.rotate',
      ...(old.expires_at === null ? {} : { expiresAt: old.expires_at }), // a temporary key stays temporary
    });
  });
}

/** Ends a key at once: every server refuses it within a second. False when there is none, or it was revoked before. */
export async function revokeKey(tools: KeyTools, scope: Scope, keyId: string): Promise<boolean> {
  return tools.db.write(scope, async (tx) => {
    const now = tools.clock.now();
    const revoked = await revokeKeyRow(tx, scope, keyId, now);
    if (revoked)
      await audit(tx, { at: now, actor: tools.actor, action: 'key.revoke', scope, subject: toId('key', keyId) });
    return revoked;
  });
}

async function addKey(
  tx: Tx,
  tools: KeyTools,
  scope: Scope,
  key: {
    name: string;
    scopes: readonly KeyScope[];
    expiresAt?: Date;
    rotatedFrom?: string;
    overlapHours?: number;
    action: string;
  },
): Promise<NewKey> {
  const now = tools.clock.now();
  const id = newUuid(now);
  const text = newKeyText(scope.environment, tools.cell);
  await insertKey(tx, scope, {
    id,
    name: key.name,
    ...hashForStoring(tools.peppers, text),
    hint: text.slice(-4),
    scopes: key.scopes,
    createdAt: now,
    expiresAt: key.expiresAt,
    rotatedFrom: key.rotatedFrom,
  });
  await audit(tx, {
    at: now,
    actor: tools.actor,
    action: key.action,
    scope,
    subject: toId('key', id),
    details: {
      name: key.name,
      scopes: key.scopes,
      ...(key.expiresAt === undefined ? {} : { expiresAt: key.expiresAt }),
      ...(key.rotatedFrom === undefined
        ? {}
        : { rotatedFrom: toId('key', key.rotatedFrom), overlapHours: key.overlapHours }),
    },
  });
  return { id, text, expiresAt: key.expiresAt };
}
