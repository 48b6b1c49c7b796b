// The statements of revealing a card. The address of the issuer's page is stored sealed, and only until it is read.
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { SealedBytes } from '../../foundation/sealing.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** A request of an API key; its id is the reference at the issuer. */
export type Asked = { id: string; keyId: string };

/** Stores a request with its audit entry; returns why it was refused, if it was. */
export async function requestReveal(
  db: Queryable,
  { companyId, environment }: Scope,
  { id, keyId, cardId }: Asked & { cardId: string },
): Promise<RefusalCode | undefined> {
  const [row] = await db.query<{ answer: { refused?: RefusalCode } }>(sql`
    select request_reveal(${companyId}, ${environment}, ${keyId}, ${cardId}, ${id}) as answer`);
  if (row === undefined) throw new Error('request_reveal answered nothing');
  return row.answer.refused;
}

/** The issuer's answer: a page, no page because the card is closed there, or none at all. */
export type Answered =
  | { state: 'revealed'; refusal: null; sealing_key: number; sealed_url: Buffer; expires_at: Date }
  | { state: 'waiting' | 'closed' | 'failed'; refusal: null }
  | { refusal: RefusalCode };

/** Reads the answer to a request and deletes the row; undefined without one. Giving up deletes the row anyway. */
export async function takeReveal(
  db: Queryable,
  { companyId, environment }: Scope,
  { id, keyId, givesUp }: Asked & { givesUp: boolean },
): Promise<Answered | undefined> {
  const [row] = await db.query<Answered>(sql`
    select state, refusal, sealing_key, sealed_url, expires_at
      from take_reveal(${companyId}, ${environment}, ${keyId}, ${id}, ${givesUp})`);
  return row;
}

/** The token of the card to reveal; undefined if the issuer need not be asked. Deletes an expired request. */
export async function beginReveal(
  db: Queryable,
  { companyId, environment }: Scope,
  id: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ token: string | null }>(sql`
    select begin_reveal(${companyId}, ${environment}, ${id}) as token`);
  return row?.token ?? undefined;
}

/** The issuer's answer, as it is stored. */
export type Noted = { state: 'revealed'; url: SealedBytes; expiresAt: Date } | { state: 'closed' | 'failed' };

/** Stores the issuer's answer, unless the request is gone. */
export async function noteReveal(
  db: Queryable,
  { companyId, environment }: Scope,
  id: string,
  noted: Noted,
): Promise<void> {
  const page = noted.state === 'revealed' ? noted : undefined;
  await db.query(sql`
    select note_reveal(${companyId}, ${environment}, ${id}, ${noted.state}, ${page?.url.sealingKey ?? null}::smallint,
                       ${page?.url.sealed ?? null}::bytea, ${page?.expiresAt ?? null}::timestamptz)`);
}
