// Bugs that the proof of a card's life must catch.
import type { Plant } from '../harness/plant.ts';

const apply = (find: string, replace: string) => ({ name: 'apply_card_actions', find, replace });
const refusal = (find: string, replace: string) => ({ name: 'refusal_of_card_action', find, replace });
const settle = (find: string, replace: string) => ({ name: 'settle_operations', find, replace });
const record = (find: string, replace: string) => ({ name: 'record_transactions', find, replace });
const decide = (find: string, replace: string) => ({ name: 'issuer_sandbox.why_declined', find, replace });

const POSTED = 'array(select a.returned from unnest(acted) as a where a.returned > 0));';
const DIFFERS = "differs := said ->> 'how' <> 'decision' and o.returned <> (said ->> 'cardBalance')::bigint;";
const CLOSE_WAITS = "WHEN 'close'::text THEN true";
const SENT = 'outcome = await issuer.submit(toOrder(operation, limits), deadline);';

export const lifeBugs: Record<string, Plant> = {
  'returned-twice': {
    what: 'a close returns its balance to the account twice',
    functions: [
      apply(
        POSTED,
        `${POSTED}
  perform ledger.return_from_cards(
    array(select a.company_id from unnest(acted) as a where a.returned > 0),
    array(select a.environment from unnest(acted) as a where a.returned > 0),
    array(select 'again ' || a.id from unnest(acted) as a where a.returned > 0), ${POSTED}`,
      ),
    ],
  },
  'close-without-posting': {
    what: 'a close empties the card, and nothing reaches the account',
    functions: [apply('perform ledger.return_from_cards(', 'perform num_nonnulls(')],
  },
  'balance-kept': {
    what: 'a close returns the balance to the account, and the card keeps it',
    functions: [apply('balance = k.balance - a.returned', 'balance = k.balance')],
  },
  'own-balance-returned': {
    what: 'a close returns the balance that the card has here, not the amount that the issuer returned',
    functions: [
      {
        name: 'operation_after',
        find: DIFFERS,
        replace: "o.returned := greatest((said ->> 'cardBalance')::bigint, 0);",
      },
    ],
  },
  'any-amount-returned': {
    what: 'a close completes although the issuer returned another amount than the card has here',
    functions: [{ name: 'operation_after', find: DIFFERS, replace: 'differs := false;' }],
  },
  'late-money-kept': {
    what: 'money that reaches a closed card stays on it',
    functions: [record('perform public.return_late_money(before, after, told);', '')],
  },
  'late-money-twice': {
    what: 'money that reaches a closed card is returned twice',
    functions: [
      {
        name: 'return_late_money',
        find: 'array(select (after[n]).returned from',
        replace: 'array(select 2 * (after[n]).returned from',
      },
    ],
  },
  'early-money-dropped': {
    what: 'a payment that comes before its close is dropped instead of tried again',
    source: [
      {
        file: 'cards/transactions/notice.ts',
        find: "if (recorded === 'early') return unplaced('its card is not closed here yet');",
        replace: '',
      },
    ],
  },
  'earlier-state-forgotten': {
    what: 'money is not returned when a later state of its payment came first',
    functions: [
      record("results[item.position] = 'noted' and said.returned is not null", 'false and said.returned is not null'),
    ],
  },
  'freeze-beside-close': {
    what: 'a freeze is accepted beside an unfinished close',
    functions: [
      refusal(
        "WHEN 'freeze'::text THEN (o.type = ANY (ARRAY['freeze'::text, 'close'::text]))",
        "WHEN 'freeze'::text THEN (o.type = 'freeze'::text)",
      ),
    ],
  },
  'close-beside-freeze': {
    what: 'a close does not wait for an unfinished freeze, which opens the card again',
    functions: [refusal(CLOSE_WAITS, "WHEN 'close'::text THEN (o.type <> 'freeze'::text)")],
  },
  'close-beside-top-up': {
    what: 'a close does not wait for an unfinished top-up',
    functions: [refusal(CLOSE_WAITS, "WHEN 'close'::text THEN (o.type <> 'topup'::text)")],
  },
  'top-up-beside-close': {
    what: 'a top-up is accepted beside an unfinished close',
    functions: [{ name: 'weigh_operations', find: 'WHEN card.is_closing THEN', replace: 'WHEN false THEN' }],
  },
  'review-is-not-busy': {
    what: 'an operation in review does not keep its card busy',
    functions: [
      refusal(
        "o.status = ANY (ARRAY['queued'::text, 'processing'::text, 'manual_review'::text])",
        "o.status = ANY (ARRAY['queued'::text, 'processing'::text])",
      ),
    ],
  },
  'failed-close-closes': {
    what: 'a rejected action changes its card',
    functions: [settle("if o.status = 'completed' then\n        acted", 'if true then\n        acted')],
  },
  'sent-is-cancelled': {
    what: 'an action that was sent can be cancelled',
    functions: [
      {
        name: 'cancel_operation',
        find: "if o.status = 'queued' then",
        replace: "if o.status in ('queued', 'processing', 'manual_review') then",
      },
      settle("if item.said ->> 'how' = 'unsent' and o.status <> 'queued' then", 'if false then'),
    ],
  },
  'action-sent-twice': {
    what: 'an action with an unknown outcome is sent once more',
    source: [
      {
        file: 'operations/run/send.ts',
        find: SENT,
        replace: `${SENT}
    if (outcome.kind === 'unknown' && claimed.amount === 0n)
      outcome = await issuer.submit(toOrder(operation, limits), { ...deadline, startedMs: performance.now() });`,
      },
    ],
  },
  'freeze-not-applied': {
    what: 'a completed freeze leaves the card active here',
    functions: [apply("when 'freeze' then 'frozen'", "when 'freeze' then 'active'")],
  },
  'limits-not-stored': {
    what: 'completed limits are not stored',
    functions: [apply("(array_agg(x.limits) filter (where x.type = 'limits'))[1] as limits", 'null::json as limits')],
  },
  'card-not-told': {
    what: 'no event tells of a card that was frozen, limited or closed',
    functions: [
      {
        name: 'append_operation_events',
        find: "where c.status = 'completed' and c.type <> 'service'",
        replace: "where c.status = 'completed' and c.type in ('issue', 'topup')",
      },
    ],
  },
  'decline-reason-lost': {
    what: 'the reason of a declined payment is not stored',
    functions: [
      {
        name: 'keep_payments',
        find: 'a.description, a.decline_reason, a.returned, a.occurred_at, a.created_at',
        replace: "a.description, '', a.returned, a.occurred_at, a.created_at",
      },
    ],
  },
  'declined-is-paid': {
    what: 'a declined payment lowers the balance of its card',
    functions: [
      {
        name: 'move_card_balances',
        find: 'sum(public.effect_of_payment(a.status, a.amount)',
        replace: 'sum(a.amount',
      },
    ],
  },
  'frozen-pays': {
    what: 'the issuer accepts payments with a frozen card',
    functions: [decide("if card.status = 'frozen' then return 'card_frozen'; end if;", '')],
  },
  'limits-ignored': {
    what: 'the issuer accepts payments beyond the limits',
    functions: [decide("if payment_type in ('purchase', 'withdrawal') and (", 'if false and (')],
  },
  'issuer-keeps-late-money': {
    what: 'the issuer leaves money on a closed card',
    functions: [
      {
        name: 'issuer_sandbox.add_card_transaction',
        find: "if card.status = 'closed' and new_balance > 0 then",
        replace: 'if false then',
      },
    ],
  },
};
