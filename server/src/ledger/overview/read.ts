// The overview: the balance, the holds, the movement, and what needs attention.
import type { Clock } from '../../foundation/clock.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type HoldRow, listBalances, listOpenHolds } from '../book/sql.ts';
import { type Day, readMovement } from './movement.ts';
import { type AttentionRow, countOpenHolds, findAttention, findTime, type HeldRow, listHeld } from './sql.ts';

/** As many as fit beside the balance; the others are only counted. */
const SHOWN_HOLDS = 8;

/** Counting stops here. */
const MOST_COUNTED = 10_000;

/** A key that ends within this time needs a successor now. */
const SOON_MS = 7 * 24 * 3_600_000;

export type Overview = {
  balance: { available: string; held: string; currency: string };
  holds: { operationId: string; type: string; status: string; amount: string; since: string; what: string }[];
  moreHolds: number;
  movement: Day[];
  attention: { kind: string; words: string; link: string }[];
};

/** Reads the overview of a company in one snapshot. */
export async function readOverview({ db, clock }: { db: Db; clock: Clock }, scope: Scope): Promise<Overview> {
  const now = clock.now();
  return db.read(scope, async (tx) => {
    const [balances, holds, count, attention, time] = await Promise.all([
      listBalances(tx, scope),
      listOpenHolds(tx, scope, SHOWN_HOLDS),
      countOpenHolds(tx, scope, MOST_COUNTED),
      findAttention(tx, scope, { now, soon: new Date(now.getTime() + SOON_MS) }),
      findTime(tx, scope, now),
    ]);
    const [shown, movement] = await Promise.all([showHolds(tx, scope, holds), readMovement(tx, scope, time)]);
    const balanceOf = new Map(balances.map(({ account, balance }) => [account, balance]));
    return {
      balance: {
        available: formatUsd(balanceOf.get('available') ?? 0n),
        held: formatUsd(balanceOf.get('held') ?? 0n),
        currency: 'USD',
      },
      holds: shown,
      moreHolds: count - shown.length,
      movement,
      attention: attentionIn(attention, scope),
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
      what: operation === undefined ? hold.reason : whatOf(operation),
    };
  });
}

function whatOf({ type, name, recipient }: HeldRow): string {
  if (type === 'issue') return name === '' ? 'New card' : `New card: ${name}`;
  if (type === 'topup') return 'Top-up';
  return recipient === '' ? 'Service' : `Service for ${recipient}`;
}

const some = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`);

function attentionIn(found: AttentionRow, scope: Scope): Overview['attention'] {
  const at = (page: string) => `/c/${toId('company', scope.companyId)}/${scope.environment}/${page}`;
  const items: Overview['attention'] = [];
  if (found.reviews > 0) {
    const reviews = some(found.reviews, 'operation is', 'operations are');
    const until = found.reviews === 1 ? "it's resolved" : "they're resolved";
    const words = `${reviews} under review. Funds stay on hold until ${until}.`;
    items.push({ kind: 'operations_in_review', words, link: at('operations') });
  }
  if (found.invoice !== null) {
    const words =
      found.invoice_status === 'pending' ? 'You have an open invoice to pay.' : 'An invoice payment is under review.';
    items.push({ kind: `invoice_${found.invoice_status}`, words, link: at(`fund/${toId('invoice', found.invoice)}`) });
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
