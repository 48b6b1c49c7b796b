// Reveals a card: the issuer shows its number on a page of its own, and the client gets the page's address. The worker
// asks for it, because it alone speaks to the issuer. Neither the number nor the address is stored or logged in clear.
import type { Clock } from '../../foundation/clock.ts';
import type { Config, SealingKeys } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { waitFor } from '../../foundation/waiting.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { openUrl } from './seal.ts';
import { type Answered, requestReveal, takeReveal } from './sql.ts';

export type RevealTools = { db: Db; clock: Clock; issuers: Config['issuers']; sealingKeys: SealingKeys };

/** A page at the issuer that shows a card's number once. Anybody who has the address can open it. */
export type Page = { url: string; expiresAt: string };

/** The worker notices the end of an outage within this time. */
const RETRY_SECONDS = 5;

/** Requests the page of a card and waits a few seconds for it. Refuses when the issuer does not answer in time. */
export async function revealCard(
  { db, clock, issuers, sealingKeys }: RevealTools,
  scope: Scope,
  { keyId, cardId }: { keyId: string; cardId: string },
): Promise<Page> {
  if (scope.environment === 'live' && issuers.live === undefined) return refuse('live_unavailable');
  const asked = { id: newUuid(clock.now()), keyId };
  const refused = await requestReveal(db, scope, { ...asked, cardId }).catch(refuseForKey);
  if (refused !== undefined) return refuse(refused);
  const inTime = await waitFor(() => takeReveal(db, scope, { ...asked, givesUp: false }));
  const answer = inTime ?? (await takeReveal(db, scope, { ...asked, givesUp: true }));
  const { sealing_key: sealingKey, sealed_url: sealed, expires_at: expiresAt } = pageIn(answer);
  const url = openUrl(sealingKeys, { scope, revealId: asked.id }, { sealingKey, sealed });
  return { url, expiresAt: expiresAt.toISOString() };
}

function pageIn(answer: Answered | undefined): Extract<Answered, { state: 'revealed' }> {
  if (answer === undefined) return refuseForNow(); // expired, and deleted by the worker
  if (answer.refusal !== null) return refuse(answer.refusal);
  if (answer.state === 'closed') return refuse('card_closed');
  return answer.state === 'revealed' ? answer : refuseForNow();
}

const refuseForNow = () => refuse('issuer_unavailable', { retryAfter: RETRY_SECONDS });
