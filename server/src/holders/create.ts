// Creating a cardholder. The issuer gets to know them a moment later; until then they are pending.
import type { Clock } from '../clock.ts';
import { crashPoint } from '../crash-points.ts';
import type { Db } from '../db/db.ts';
import { type Answer, type Keyed, replayAnswer, toClaim } from '../idempotency/claim.ts';
import { newUuid, toId } from '../ids.ts';
import type { Issuer } from '../issuer/client.ts';
import { refuseForKey } from '../keys/refuse.ts';
import type { Scope } from '../scope.ts';
import { insertHolder, listUnregistered, registerHolder } from './sql.ts';

export type NewHolder = { name: string; email: string; kind: 'individual' | 'corporate'; externalId: string };

/** Creates a cardholder once per Idempotency-Key. */
export async function createHolder(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  request: Keyed<object> & { keyId: string; holder: NewHolder },
): Promise<Answer> {
  const at = clock.now();
  const id = newUuid(at);
  const { name, email, kind, externalId } = request.holder;
  const body = JSON.stringify({ id: toId('holder', id), name, email, kind, status: 'pending', externalId });
  const claim = toClaim(scope, request, { status: 201, body, resourceId: toId('holder', id), at });
  const isNew = await insertHolder(db, { claim, keyId: request.keyId, holder: { ...request.holder, id } }).catch(
    refuseForKey,
  );
  return isNew ? { status: 201, body, replayed: false } : db.read(scope, (tx) => replayAnswer(tx, scope, claim));
}

/** Cardholders that one look takes up at most. */
const HOLDERS_AT_ONCE = 50;

/**
 * Makes the issuer know whoever is pending. It costs nothing and the issuer tells one reference from another, so a
 * registration whose answer was lost is simply sent again at the next look.
 */
export async function registerHolders(
  db: Db,
  issuers: Readonly<Record<'sandbox' | 'live', Issuer | undefined>>,
): Promise<number> {
  const pending = await listUnregistered(db, HOLDERS_AT_ONCE);
  await Promise.all(
    pending.map(async ({ company_id, environment, id, name, email, kind }) => {
      const issuer = issuers[environment];
      if (issuer === undefined) return;
      const holder = { account: toId('company', company_id), reference: toId('holder', id), name, email, kind };
      const outcome = await issuer.registerHolder(holder);
      if (outcome.kind !== 'registered' || outcome.status === 'pending') return;
      crashPoint('after-registration');
      await registerHolder(db, { companyId: company_id, environment }, id, outcome);
    }),
  );
  return pending.length;
}
