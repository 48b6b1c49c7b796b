// Bugs that the proof of settlement must catch.
import type { Plant } from '../harness/plant.ts';

const settling = (find: string, replace: string) => ({ name: 'settle_invoices', find, replace });
const paying = (find: string, replace: string) => ({ name: 'invoice_with_deposit', find, replace });
const taking = (find: string, replace: string) => ({ name: 'take_due_invoices', find, replace });
const running = (find: string, replace: string) => ({ file: 'funding/invoices/run.ts', find, replace });

const EXACT = 'coalesce(bool_or(t.amount = i.pay_amount and t.occurred_at < i.expires_at), false) as exact';
const CREDITS = "elsif seen.exact and deposit ->> 'status' = 'paid' then";
const NOT_CREDITED = "'It is completed, and another transfer has arrived. It is not credited.');";
const DEPOSIT = "item.said ->> 'shownId', i.deposit_amount, i.fee);";
const KEPT = "from jsonb_array_elements(deposit -> 'transfers') as t\n  on conflict do nothing;";
const OTHER = "return unknown('the answer is about another reference');";
const CREATE = 'return issuer.createDeposit({ account, reference, amount: due.amount, ...scenario }, due.deadline);';

/** A read of an unpaid invoice, forged from our own row. */
const MADE_UP = `if (due.todo === 'read') {
    const { findInvoice } = await import('./sql.ts');
    const row = await db.read(due, (tx) => findInvoice(tx, due, due.id));
    const transfers = row.transfers.map((t) => ({ id: t.transfer_id, amount: t.amount, occurredAt: t.occurred_at }));
    if (row.status === 'pending')
      return { kind: 'open', status: 'expired', address: row.address, payAmount: row.pay_amount, expiresAt: row.expires_at, transfers };
  }
  if (due.todo === 'read') return`;

export const settlementBugs: Record<string, Plant> = {
  'late-by-hearing': {
    what: 'a transfer is late when its notification is late',
    functions: [
      paying(
        EXACT,
        EXACT.replace('), false)', ' and t.seen_at + (moment - clock_timestamp()) < i.expires_at), false)'),
      ),
    ],
  },
  'expired-for-ever': {
    what: 'an invoice that expired is not completed, though it was paid in time',
    functions: [paying(CREDITS, `${CREDITS.replace(' then', '')} and i.status <> 'expired' then`)],
  },
  'second-transfer-credited': {
    what: 'a second transfer is credited as well',
    functions: [
      paying(
        NOT_CREDITED,
        `${NOT_CREDITED} perform ledger.deposit(i.company_id, i.environment, 'again_' || md5(clock_timestamp()::text), i.deposit_amount, i.fee);`,
      ),
    ],
  },
  'second-transfer-forgotten': {
    what: 'a transfer after the completion of an invoice is not stored',
    functions: [paying(KEPT, KEPT.replace('as t\n', "as t where i.status <> 'completed'\n"))],
  },
  'overpayment-credited': {
    what: 'an overpayment is taken for the exact amount',
    functions: [
      paying(EXACT, EXACT.replace('t.amount = i.pay_amount', 't.amount >= i.pay_amount')),
      paying(CREDITS, 'elsif seen.exact then'),
    ],
  },
  'parts-are-added': {
    what: 'two transfers that add up to the amount are credited',
    functions: [
      paying(
        EXACT,
        'coalesce(sum(t.amount) filter (where t.occurred_at < i.expires_at) = i.pay_amount, false) as exact',
      ),
      paying(CREDITS, 'elsif seen.exact then'),
    ],
  },
  'paid-is-believed': {
    what: 'an issuer’s "paid" is trusted without a transfer',
    functions: [paying(CREDITS, "elsif deposit ->> 'status' = 'paid' then")],
  },
  'door-open': {
    what: 'the API accepts unsigned notifications',
    source: [
      {
        file: 'issuer/receive.ts',
        find: "if (!verifyNotification(keys, notification, clock.now())) return { verdict: 'unverified' };",
        replace: '',
      },
    ],
  },
  'verified-by-nobody': {
    what: 'a notification in the table is trusted without checking its signature',
    source: [
      {
        file: 'issuer/process.ts',
        find: "if (!verifyNotification(keys, notification, 'stored')) return REJECTED;",
        replace: '',
      },
    ],
  },
  'unknown-invoice-forgotten': {
    what: 'a deposit of an unknown invoice counts as processed, and nobody sees it',
    source: [
      {
        file: 'funding/invoices/notice.ts',
        find: "unplaced('names no invoice')",
        replace: "processed('names no invoice', notification)",
      },
    ],
  },
  'contradiction-believed': {
    what: 'other bytes under a known id are trusted',
    source: [{ file: 'funding/invoices/notice.ts', find: 'if (notification.contradicts) {', replace: 'if (false) {' }],
  },
  'no-fee': {
    what: 'a deposit is credited without its fee taken off',
    functions: [settling(DEPOSIT, DEPOSIT.replace('i.fee', '0'))],
  },
  'expires-by-our-clock': {
    what: 'an invoice expires by our clock, regardless of the issuer',
    functions: [
      paying(
        "elsif deposit ->> 'status' = 'expired' and moment >= i.expires_at then",
        'elsif moment >= i.expires_at then',
      ),
    ],
  },
  'expires-unasked': {
    what: 'an invoice expires at its instant, and the issuer is not asked',
    source: [
      running('async function ask({ issuers }: InvoiceRunner', 'async function ask({ issuers, db }: InvoiceRunner'),
      running("if (due.todo === 'read') return", MADE_UP),
    ],
  },
  'lost-is-sent-again': {
    what: 'a deposit whose sender seems dead is requested again',
    functions: [taking("and i.sent_at is not null then 'lost'", "and i.sent_at is not null then 'send'")],
  },
  'unknown-is-sent-again': {
    what: 'a deposit is requested again when there was no answer',
    source: [
      running(
        CREATE,
        `${CREATE.replace('return', 'const first = await')}
  ${CREATE.replace('return', "if (first.kind !== 'unknown') return first;\n  return")}`,
      ),
    ],
  },
  'old-update-moves-the-next-check': {
    what: 'a notification without effect postpones the next poll of an invoice',
    functions: [
      {
        name: 'next_invoice_read',
        find: "if said ->> 'how' <> 'read' and i.status = was",
        replace: "if said ->> 'how' = 'send' and i.status = was",
      },
    ],
  },
  'told-again': {
    what: 'an invoice that stays pending gets another event',
    functions: [
      settling(
        "if i.status = was then\n      continue;\n    end if;\n    if i.status = 'completed' then",
        "if i.status = was and was <> 'pending' then\n      continue;\n    end if;\n    if i.status = 'completed' then",
      ),
    ],
  },
  'absent-is-failed': {
    what: 'a deposit unknown to the issuer counts as rejected, while the request may still be on its way',
    functions: [
      settling("elsif learned = 'rejected' and (i.status", "elsif learned in ('rejected', 'absent') and (i.status"),
    ],
  },
  'any-reference': {
    what: 'an answer about another deposit is trusted',
    source: [
      {
        file: 'issuer/deposits.ts',
        find: `the protocol');\n  if (said.reference !== reference) ${OTHER}`,
        replace: "the protocol');",
      },
    ],
  },
};
