// The statements of records that only the issuer has.

import { toId } from '../../foundation/ids.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** A record as the issuer listed it last. Its tokens are not read. */
export type UnknownRow = {
  id: string;
  kind: 'order' | 'deposit' | 'card' | 'holder';
  reference: string | null;
  is_whole: boolean;
  /** The issuer's status. */
  status: string;
  /** Of an order: issue, topup and so on. Of a cardholder: individual or corporate. */
  type: string | null;
  amount: string | null;
  name: string | null;
  recipient: string | null;
  last4: string | null;
  receipt: string | null;
  /** Of a closed card. */
  returned: string | null;
  /** What the product, the holder and the card that it names are called here. */
  product: string | null;
  holder: string | null;
  card_last4: string | null;
  /** Our fee if it is adopted; null when none can be computed. */
  fee: Usd | null;
  asked_at: Date | null;
  created_at: Date;
  resolved_at: Date | null;
  resolution: 'adopted' | 'explained' | 'known' | null;
};

/** An unknown record of this company and environment. */
export async function findUnknown(tx: Tx, scope: Scope, id: string): Promise<UnknownRow | undefined> {
  const [row] = await tx.query<Omit<UnknownRow, 'holder'> & { holder_id: string | null }>(sql`
    select u.id, u.kind, u.reference, u.is_whole, u.record ->> 'status' as status, u.record ->> 'kind' as type,
           u.record ->> 'amount' as amount, u.record ->> 'name' as name, u.record ->> 'recipient' as recipient,
           coalesce(u.record ->> 'last4', u.record -> 'card' ->> 'last4') as last4, u.record ->> 'receipt' as receipt,
           u.record ->> 'returned' as returned, fee_of_unknown(u) as fee,
           case when u.is_whole and u.kind <> 'card' then (u.record ->> 'createdAt')::timestamptz end as asked_at,
           u.found_at as created_at, u.resolved_at, u.resolution, u.record ->> 'product' as product, h.id as holder_id,
           k.last4 as card_last4
      from unknown_records u
      left join holders h on ${inScope(scope, 'h')} and h.issuer_token = u.record ->> 'holder' and h.issuer_token <> ''
      left join cards k on ${inScope(scope, 'k')} and k.issuer_token = u.record ->> 'cardToken' and k.issuer_token <> ''
     where ${inScope(scope, 'u')} and u.id = ${id}
     limit 1`);
  if (row === undefined) return undefined;
  const { holder_id, ...rest } = row;
  return { ...rest, holder: holder_id === null ? null : toId('holder', holder_id) };
}

/** More than operators read; each says the same of one record. */
const MOST_WAITING = 20;

/** An unplaced notification, in the form of an issuer's report. */
export type WaitingRow = { number: number; at: Date; notification: string; outcome: string; said: string };

/** The unplaced notifications that name a record. They are processed again when it is adopted. */
export async function listWaitingReports(tx: Tx, { environment }: Scope, reference: string): Promise<WaitingRow[]> {
  const rows = await tx.query<Omit<WaitingRow, 'number'>>(sql`
    select received_at as at, event_id as notification, 'unplaced' as outcome, about || ' ' || amount as said
      from list_unplaced_about(${environment}, ${reference}, ${MOST_WAITING})`);
  return rows.map((row, index) => ({ ...row, number: index + 1 }));
}
