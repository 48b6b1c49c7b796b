// The overview: the balance, the holds, the movement, and what needs attention.
import type { Clock } from '../../foundation/clock.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Role } from '../../identity/people/actions.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type HoldRow, listBalances, listOpenHolds } from '../book/sql.ts';
import { type Movement, readMovement } from './movement.ts';
import { type AttentionRow, countOpenHolds, findAttention, findTime, listHeld } from './sql.ts';

/** As many as fit beside the balance; the others are only counted. */
const SHOWN_HOLDS = 8;

/** Counting stops here. */
const MOST_COUNTED = 10_000;

/** A key that ends within this time needs a successor now. */
const SOON_MS = 7 * 24 * 3_600_000;

/** An open hold and the operation behind it; texts are empty where the operation has none. */
type Hold = {
  operationId: string;
  type: string;
  status: string;
  amount: string;
  since: string;
  cardId: string;
  holderId: string;
  name: string;
  recipient: string;
};

export type Overview = Movement & {
  balance: { available: string; held: string; currency: string };
  holds: Hold[];
  moreHolds: number;
  attention: { kind: string; words: string; link: string }[];
};

/** Reads the overview of a company in one snapshot, for a member of this role. */
export async function readOverview(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  { role, days }: { role: Role; days: number },
): Promise<Overview> {
  const now = clock.now();
  return db.read(scope, async (tx) => {
    const [balances, holds, count, time] = await Promise.all([
      listBalances(tx, scope),
      listOpenHolds(tx, scope, SHOWN_HOLDS),
      countOpenHolds(tx, scope, MOST_COUNTED),
      findTime(tx, scope, now),
    ]);
    const [shown, attention, moved] = await Promise.all([
      showHolds(tx, scope, holds),
      findAttention(tx, scope, { now, soon: new Date(now.getTime() + SOON_MS), time }),
      readMovement(tx, scope, time, days),
    ]);
    const balanceOf = new Map(balances.map(({ account, balance }) => [account, balance]));
    return {
      balance: {
        available: formatUsd(balanceOf.get('available') ?? 0n),
        held: formatUsd(balanceOf.get('held') ?? 0n),
        currency: 'USD',
      },
      holds: shown,
      moreHolds: count - shown.length,
      ...moved,
      attention: attentionIn(attention, scope).filter(({ kind }) =>
        (attentive[kind] as readonly Role[]).includes(role),
      ),
    };
  });
}

async function showHolds(tx: Tx, scope: Scope, holds: readonly HoldRow[]): Promise<Overview['holds']> {
  const ids = holds.map(({ reference }) => fromId('operation', reference)).filter((id) => id !== undefined);
  const held = new Map((await listHeld(tx, scope, ids)).map((row) => [toId('operation', row.id), row]));
  return holds.map((hold) => {
    const operation = held.get(hold.reference);
    return {
      operationId: hold.reference,
      type: operation?.type ?? '',
      status: operation?.status ?? '',
      amount: formatUsd(hold.amount),
      since: hold.created_at.toISOString(),
      cardId: operation?.card_id == null ? '' : toId('card', operation.card_id),
      holderId: operation?.holder_id == null ? '' : toId('holder', operation.holder_id),
      name: operation?.name ?? hold.reason,
      recipient: operation?.recipient ?? '',
    };
  });
}

/** The roles that can act on each kind. A review needs nobody of the company, so it is no kind. */
const attentive = {
  invoice_pending: ['owner', 'finance'],
  webhooks_failing: ['owner', 'developer'],
  webhooks_disabled: ['owner', 'developer'],
  keys_ending: ['owner', 'developer'],
} as const satisfies Record<string, readonly Role[]>;

type Attention = Overview['attention'][number] & { kind: keyof typeof attentive };

const some = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`);

function attentionIn(found: AttentionRow, scope: Scope): Attention[] {
  const at = (page: string) => `/c/${toId('company', scope.companyId)}/${scope.environment}/${page}`;
  const items: Attention[] = [];
  if (found.invoice !== null) {
    const link = at(`fund/${toId('invoice', found.invoice)}`);
    items.push({ kind: 'invoice_pending', words: 'You have an open invoice to pay.', link });
  }
  if (found.failing > 0) {
    const failing = some(found.failing, 'webhook endpoint is failing', 'webhook endpoints are failing');
    const words = `${failing}. Failing endpoints are disabled after five days.`;
    items.push({ kind: 'webhooks_failing', words, link: at('developers/webhooks') });
  }
  if (found.disabled > 0) {
    const words = `${some(found.disabled, 'webhook endpoint was', 'webhook endpoints were')} disabled because of failures.`;
    items.push({ kind: 'webhooks_disabled', words, link: at('developers/webhooks') });
  }
  if (found.ending_keys > 0) {
    const words = `${some(found.ending_keys, 'API key expires', 'API keys expire')} within a week.`;
    items.push({ kind: 'keys_ending', words, link: at('developers/keys') });
  }
  return items;
}
