// Every table of the schema: how long its rows are kept, why, and what removes them.

import type { SettingName } from '../../foundation/configuration/settings.ts';

/** A period that operators set. */
type BySetting = { setting: Extract<SettingName, `CARDWRIGHT_RETAIN_${string}`> };

export type Retention = {
  tables: readonly string[];
  /** The period in words, or the setting that has it. */
  kept: string | BySetting;
  why: string;
  /** What removes rows. Undefined: nothing does. */
  removedBy?: string;
};

const FOREVER = 'forever';

/** What only grows and is removed after a time. */
const pruned: readonly Retention[] = [
  {
    tables: ['public.events'],
    kept: { setting: 'CARDWRIGHT_RETAIN_EVENTS_DAYS' },
    why: 'Clients can read and replay events for 90 days. A trigger refuses to delete a younger event.',
    removedBy: '`forget_events`, every night',
  },
  {
    tables: ['public.webhook_attempts', 'public.webhook_deliveries'],
    kept: { setting: 'CARDWRIGHT_RETAIN_EVENTS_DAYS' },
    why: 'As long as the events, and to the end of the month: attempts are split by the month of their delivery.',
    removedBy:
      '`drop_month`, a month of attempts at once, unless a delivery is pending; then `forget_events`, the deliveries',
  },
  {
    tables: ['public.issuer_notification_bodies'],
    kept: { setting: 'CARDWRIGHT_RETAIN_NOTIFICATION_BODIES_DAYS' },
    why: 'The signed words of the issuer, for disputes and audits, to the end of the month in which they came.',
    removedBy: '`drop_month`, every night, a month at once, unless a notification of it is not processed',
  },
  {
    tables: ['public.mails', 'public.operator_mails'],
    kept: { setting: 'CARDWRIGHT_RETAIN_EMAILS_DAYS' },
    why: 'Shows whether an email left. It names people, so it is not kept for longer than questions about it come.',
    removedBy: '`forget_emails`, every night, once they are sent or given up',
  },
  {
    tables: ['public.invitations'],
    kept: { setting: 'CARDWRIGHT_RETAIN_INVITATIONS_DAYS' },
    why: 'The address of a person who never joined. Kept for a while, because people ask what became of it.',
    removedBy: '`forget_invitations`, every night; at once when it is accepted, revoked or replaced',
  },
  {
    tables: ['public.marks'],
    kept: 'the last 3,600',
    why: 'A database must hold the newest exported mark; older ones show when a loss began.',
    removedBy: '`append_mark`, with each mark',
  },
  {
    tables: ['public.workers'],
    kept: '1 day after its last report',
    why: 'The status shows workers that went away a moment ago.',
    removedBy: '`note_worker`, when a worker starts',
  },
  {
    tables: ['public.timeline_reports'],
    kept: 'until the timeline is verified',
    why: 'Processes report to each other what they saw after a failover.',
    removedBy: '`report_timeline`',
  },
  {
    tables: ['public.reveals'],
    kept: '120 seconds',
    why: 'Holds the sealed address of a page with a card number, for one reading.',
    removedBy: '`take_reveal` when it is read, `begin_reveal` when it expires',
  },
  {
    tables: ['public.verification_uploads'],
    kept: '24 hours',
    why: 'The window of the limit on uploads.',
    removedBy: '`place_document`, with the next upload of the company',
  },
  {
    tables: ['public.webhook_replays'],
    kept: 'the hours of the budget of replays',
    why: 'The window of the limit on replays.',
    removedBy: '`replay_events`, with the next replay of the company',
  },
  {
    tables: ['public.webhook_endpoints'],
    kept: 'a deleted one until its last delivery is forgotten',
    why: 'Deliveries name their endpoint.',
    removedBy: '`forget_events`, every night',
  },
  {
    tables: ['public.seal_outbox'],
    kept: 'until it is exported',
    why: 'Lines of chain heads and audit entries on their way out of the database.',
    removedBy: 'the export, seconds later',
  },
  {
    tables: ['public.reconciliation_suspects', 'public.reconciliations_under_way', 'public.unread_listings'],
    kept: 'until the comparison ends',
    why: 'The position and the open questions of a comparison in progress.',
    removedBy: '`note_reconciliation`, `end_reconciliation` and `note_listings_read`',
  },
  {
    tables: ['people.sessions', 'people.verifications', 'desk.sessions', 'desk.verifications'],
    kept: 'until they expire',
    why: 'A session, a link or a code is worth nothing afterwards.',
    removedBy: 'portal and desk, every ten minutes',
  },
  {
    tables: ['people.attempts', 'desk.attempts'],
    kept: '1 day',
    why: 'The longest window in which failed sign-ins count.',
    removedBy: 'portal and desk, every ten minutes',
  },
];

/** What is a record: of money, of a promise, or of a decision. */
const records: readonly Retention[] = [
  {
    tables: [
      'ledger.books',
      'ledger.accounts',
      'ledger.entries',
      'ledger.lines',
      'ledger.holds',
      'ledger.seals',
      'public.chain_forks',
    ],
    kept: FOREVER,
    why: 'The books. A chain of hashes covers them, so a missing entry would look like a theft. They name no person.',
  },
  {
    tables: ['public.idempotency_keys'],
    kept: FOREVER,
    why: 'A key belongs to what it created forever: the same request never has a second effect.',
  },
  {
    tables: ['public.audit_log', 'public.audit_seals', 'public.proposals', 'public.verification_decisions'],
    kept: FOREVER,
    why: 'Who decided what. The audit log has a chain of hashes and is exported.',
  },
  {
    tables: [
      'public.operations',
      'public.operation_attempts',
      'public.invoices',
      'public.invoice_attempts',
      'public.invoice_transfers',
      'public.transactions',
      'public.transaction_reports',
      'public.cases',
      'public.unknown_records',
    ],
    kept: FOREVER,
    why: 'Evidence of each movement of money: entries of the ledger refer to it, and the API reads it.',
  },
  {
    tables: ['public.issuer_notifications'],
    kept: FOREVER,
    why: 'The memory of ids, digests and signatures: the issuer may repeat a message at any time.',
  },
  {
    tables: ['public.imports', 'public.import_rows'],
    kept: FOREVER,
    why: 'Orders that a person confirmed together: ids and amounts. An erasure removes the names of cards.',
  },
  {
    tables: ['public.holders', 'public.cards'],
    kept: FOREVER,
    why: 'Operations and payments refer to them. Two operators erase the words about a person.',
  },
  {
    tables: ['public.reconciliation_runs', 'public.reconciliation_breaks', 'public.history_verifications'],
    kept: FOREVER,
    why: 'Proof that the books were compared and verified. A few rows a day.',
  },
  {
    tables: ['public.simulated_payments', 'public.simulated_transfers', 'public.clock_advances'],
    kept: FOREVER,
    why: 'A replay of its Idempotency-Key reads it. Sandbox only.',
  },
  {
    tables: ['public.verifications', 'public.verification_documents', 'public.verification_files'],
    kept: 'as long as the company',
    why: 'Laws against money laundering ask for the documents. A replaced file is deleted at once.',
    removedBy: '`drop_document_file`, when a document is replaced or removed',
  },
];

/** What has a row for each object that exists, and grows with their number only. */
const current: readonly Retention[] = [
  {
    tables: [
      'public.companies',
      'public.api_keys',
      'public.members',
      'people.users',
      'people.accounts',
      'people.two_factors',
      'people.passkeys',
    ],
    kept: 'as long as the company or the person has an account',
    why: 'Rows of the audit log and of operations refer to them. A revoked key stays, so that its use is explained.',
    removedBy: 'members, by their removal',
  },
  {
    tables: ['public.operators', 'desk.users', 'desk.accounts', 'desk.two_factors', 'desk.tokens'],
    kept: FOREVER,
    why: 'The audit log refers to operators and their tokens. Operators are disabled, never deleted.',
  },
  {
    tables: ['public.search_words', 'public.payees'],
    kept: 'as long as what they name',
    why: 'The words by which people find cards, cardholders, merchants and recipients. An erasure removes its words.',
    removedBy: '`keep_search_words`, with each change of a name',
  },
  {
    tables: ['public.spend_by_month', 'public.card_totals'],
    kept: FOREVER,
    why: 'Sums of card payments by month, and of cards by status. They name nobody: ids, months and amounts.',
  },
  {
    tables: ['public.event_counters', 'public.issue_quotas'],
    kept: FOREVER,
    why: 'A counter for each company: numbers of events are never reused. Quotas add a row a month.',
  },
  {
    tables: ['public.products', 'public.product_prices'],
    kept: FOREVER,
    why: 'The price of an old operation stays explainable.',
  },
  {
    tables: ['public.send_pauses'],
    kept: 'while it lasts',
    why: 'The audit log has its history.',
    removedBy: 'an operator, who ends it',
  },
  {
    tables: [
      'public.operator_actions',
      'public.operator_rules',
      'public.work_kinds',
      'public.function_files',
      'public.schema_migrations',
      'public.verified_timeline',
    ],
    kept: FOREVER,
    why: 'The schema itself: rows grow with releases only.',
  },
];

/** The tables by topic, in the order of the page. */
export const retentionTopics = { 'Removed after a time': pruned, Records: records, 'Current state': current } as const;
